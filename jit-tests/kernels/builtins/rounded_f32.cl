// Division and square root correctly rounded.

// options: -cl-std=CL1.2 -cl-fp32-correctly-rounded-divide-sqrt
// levels: O2
// O2 only: gfx700

#define EXPONENTIALS
#define PARTS
#include "math.h"
