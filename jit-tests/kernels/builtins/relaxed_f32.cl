// The math library for float where the compiler may assume finite numbers and reorder.

// options: -cl-std=CL1.2 -cl-fast-relaxed-math
// levels: O2
// O2 only: gfx803

#define TRIGONOMETRY
#define EXPONENTIALS
#define PARTS
#include "math.h"
