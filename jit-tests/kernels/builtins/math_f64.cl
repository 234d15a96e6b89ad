// The math library for double.

// options: -cl-std=CL1.2
// levels: O0 O2
// O0 only: gfx900

#define DOUBLE
#define TRIGONOMETRY
#define EXPONENTIALS
#define PARTS
#include "math.h"
