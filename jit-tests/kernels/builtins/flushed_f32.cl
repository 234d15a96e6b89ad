// The parts of the math library that show denormals, without them.

// options: -cl-std=CL1.2 -cl-denorms-are-zero
// levels: O2
// O2 only: gfx906

#define PARTS
#include "math.h"
