// The math library for float.

// options: -cl-std=CL1.2
// levels: O0 O2
// O0 only: gfx600

#define TRIGONOMETRY
#define EXPONENTIALS
#define PARTS
#define NATIVE
#include "math.h"
