// The math library for half.

// options: -cl-std=CL1.2
// levels: O0 O2
// O0 only: gfx803
// without: gfx600 (no half precision)
// without: gfx700 (no half precision)

#define HALF
#define TRIGONOMETRY
#define EXPONENTIALS
#define PARTS
#include "math.h"
