"""hip-python: a kernel of hiprtc's, compiled and launched by HIP's own functions, with copies, a stream and events."""

import ctypes
import os
import sys

import numpy
from hip import hip, hiprtc

SOURCE = b"""
extern "C" __global__ void axpy(float a, const float *x, float *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = a * x[i] + y[i];
}
"""


def check(result):
    status, *values = result if isinstance(result, tuple) else (result,)
    if status.value != 0:
        raise RuntimeError(str(status))
    return values[0] if len(values) == 1 else values


def compiled(target):
    program = check(hiprtc.hiprtcCreateProgram(SOURCE, b"axpy", 0, [], []))
    options = [f"--offload-arch={target}".encode()]
    check(hiprtc.hiprtcCompileProgram(program, len(options), options))
    code = bytearray(check(hiprtc.hiprtcGetCodeSize(program)))
    check(hiprtc.hiprtcGetCode(program, code))
    return check(hip.hipModuleLoadData(code))


def main():
    n = 10_000
    module = compiled(os.environ["GCN_JIT_TARGETS"].split(",")[0])
    kernel = check(hip.hipModuleGetFunction(module, b"axpy"))
    # Whole numbers: every result is exact.
    x = numpy.arange(n, dtype=numpy.float32)
    y = numpy.arange(n, dtype=numpy.float32)[::-1].copy()
    expected = 3 * x + y
    on_device = [check(hip.hipMalloc(a.nbytes)) for a in (x, y)]
    stream = check(hip.hipStreamCreate())
    events = [check(hip.hipEventCreate()) for _ in range(2)]
    for place, a in zip(on_device, (x, y)):
        check(hip.hipMemcpyAsync(place, a, a.nbytes, hip.hipMemcpyKind.hipMemcpyHostToDevice, stream))
    check(hip.hipEventRecord(events[0], stream))
    check(hip.hipModuleLaunchKernel(
        kernel, *(-(-n // 256), 1, 1), *(256, 1, 1), sharedMemBytes=0, stream=stream, kernelParams=None,
        extra=(ctypes.c_float(3), *on_device, ctypes.c_int(n)),
    ))
    check(hip.hipEventRecord(events[1], stream))
    result = numpy.zeros_like(y)
    check(hip.hipMemcpyAsync(result, on_device[1], y.nbytes, hip.hipMemcpyKind.hipMemcpyDeviceToHost, stream))
    check(hip.hipStreamSynchronize(stream))
    elapsed = check(hip.hipEventElapsedTime(*events))
    right = numpy.array_equal(result, expected) and elapsed >= 0
    for place in on_device:
        check(hip.hipFree(place))
    check(hip.hipModuleUnload(module))
    print("hip-python:", "right" if right else "WRONG")
    return not right


sys.exit(main())
