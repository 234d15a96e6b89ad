"""ONNX Runtime with its ROCm provider (rocBLAS, MIOpen, kernels of its own) and on the CPU: equal but for rounding.

The largest difference allowed is 1e-4 of the largest value."""

import os
import sys

# Debian's MIOpen has not the sources of its kernels in assembly, and fails where it chooses one.
os.environ["MIOPEN_DEBUG_GCN_ASM_KERNELS"] = "0"

import numpy
import onnxruntime
from onnx import TensorProto, helper, numpy_helper

DRAW = numpy.random.default_rng(1)


def draw(*shape):
    """Weights so small that sums keep the size of what they sum up."""
    terms = numpy.prod(shape[1:]) if len(shape) == 4 else shape[0]
    return (DRAW.standard_normal(shape) / terms**0.5).astype(numpy.float32)


def model(nodes, given, gives, **weights):
    nodes = [helper.make_node(kind, words.split(), [out], **options) for out, kind, words, options in nodes]
    values = [helper.make_tensor_value_info(n, TensorProto.FLOAT, s) for n, s in (("x", given), ("y", gives))]
    constants = [numpy_helper.from_array(value, name) for name, value in weights.items()]
    graph = helper.make_graph(nodes, "graph", values[:1], values[1:], constants)
    opset = [helper.make_opsetid("", 17)]
    return helper.make_model(graph, opset_imports=opset, ir_version=8).SerializeToString(), given


def models():
    yield "classifier", *model(
        [
            ("h", "MatMul", "x a", {}), ("r", "Relu", "h", {}), ("s", "MatMul", "r b", {}),
            ("t", "Add", "s c", {}), ("y", "Softmax", "t", {}),
        ],
        [4, 512], [4, 1000], a=draw(512, 256), b=draw(256, 1000), c=draw(1000),
    )
    pads = {"pads": [1, 1, 1, 1]}
    yield "convolutions", *model(
        [
            ("c", "Conv", "x w v", pads), ("r", "Relu", "c", {}), ("d", "Conv", "r u", pads),
            ("e", "Add", "d x", {}), ("m", "GlobalAveragePool", "e", {}), ("y", "Flatten", "m", {}),
        ],
        [1, 16, 28, 28], [1, 16], w=draw(32, 16, 3, 3), v=draw(32), u=draw(16, 32, 3, 3),
    )
    yield "attention", *model(
        [
            ("q", "MatMul", "x a", {}), ("k", "MatMul", "x b", {}), ("t", "Transpose", "k", {"perm": [0, 2, 1]}),
            ("p", "MatMul", "q t", {}), ("s", "Softmax", "p", {}), ("z", "MatMul", "s x", {}),
            ("y", "LayerNormalization", "z c", {}),
        ],
        [2, 32, 64], [2, 32, 64], a=draw(64, 64), b=draw(64, 64), c=numpy.ones(64, numpy.float32),
    )


def main():
    wrong = False
    for name, text, shape in models():
        x = DRAW.standard_normal(shape).astype(numpy.float32)
        results = []
        for providers in ["ROCMExecutionProvider", "CPUExecutionProvider"], ["CPUExecutionProvider"]:
            session = onnxruntime.InferenceSession(text, providers=providers)
            wrong |= session.get_providers()[0] != providers[0]
            results.append(session.run(None, {"x": x})[0])
        error = abs(results[0] - results[1]).max() / abs(results[1]).max()
        good = error <= 1e-4
        wrong |= not good
        print(f"{name}: {error:.2g} {'right' if good else 'WRONG'}", flush=True)
    return bool(wrong)


sys.exit(main())
