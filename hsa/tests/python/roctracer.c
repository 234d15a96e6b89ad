// What CuPy's runtime module is linked to of AMD's tracer, which Debian does not have: to begin and to end the record of
// a profile. There is none, so nothing begins.
//   gcc -shared -fPIC -Wl,-soname,libroctracer64.so.4 -Wl,--version-script,roctracer.map roctracer.c -o libroctracer64.so.4

void roctracer_start(void) {}
void roctracer_stop(void) {}
