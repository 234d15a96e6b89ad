#!/usr/bin/env python3
"""Writes the VOPC tests: one file per type and kind of compare, in which one program makes all its
compares. The predicates are those of the manual's chapter "VOPC/VOP3 instructions" (CLRX GCN
documentation). Run assemble.py afterwards.

A compare writes a bit per active lane, 0 for inactive lanes; V_CMPX writes them to EXEC too.
"""

from vector import *

# Does the predicate hold for: less, equal, greater, unordered?
FLOAT = {"f": "", "lt": "<", "eq": "=", "le": "<=", "gt": ">", "lg": "<>", "ge": ">=", "o": "<=>", "u": "?", "nge": "<?",
         "nlg": "=?", "ngt": "<=?", "nle": ">?", "neq": "<>?", "nlt": "=>?", "tru": "<=>?"}
INTEGER = {"f": "", "lt": "<", "eq": "=", "le": "<=", "gt": ">", "ne": "<>", "ge": ">=", "t": "<=>"}


def relation_of_floats(fmt):
    def relation(a, b, mode):
        m = Mode(mode, fmt)
        a, b = m.source(fmt, a), m.source(fmt, b)
        if fmt.is_nan(a) or fmt.is_nan(b):
            return "?"
        huge = Fraction(2) ** 2000
        x, y = ((-huge if fmt.sign(v) else huge) if fmt.is_inf(v) else fmt.value(v) for v in (a, b))
        return "<" if x < y else ">" if x > y else "="

    return relation


def relation_of_integers(signed):
    def relation(a, b, mode):
        a, b = (signed(a), signed(b)) if signed else (a, b)
        return "<" if a < b else ">" if a > b else "="

    return relation


class Compares(Test):
    """All predicates of one type and kind. S0 is in v0, S1 in v2; EXEC is also in s[4:5]."""

    def __init__(self, kind, ty, suffix, predicates, relation, text):
        super().__init__(f"v_{kind}_{suffix}", text, "vopc")
        self.kind, self.ty, self.suffix, self.predicates, self.relation = kind, ty, suffix, predicates, relation
        self.exec_too = "x" in kind

    def mnemonic(self, predicate):
        return f"v_{self.kind}_{predicate}_{self.suffix}"

    def program(self, form):
        """Each result goes to a pair from s8 on; what V_CMPX leaves in EXEC to one from s40 on."""
        a, b = register(0, self.ty), register(2, self.ty)
        for k, predicate in enumerate(self.predicates):
            mask = f"s[{8 + 2 * k}:{9 + 2 * k}]"
            if form == "_e64":
                self.code(f"{self.mnemonic(predicate)}_e64 {mask}, {a}, {b}")
            else:
                self.code(f"{self.mnemonic(predicate)}_e32 vcc, {a}, {b}")
                self.code(f"s_mov_b64 {mask}, vcc")
            if self.exec_too:
                self.code(f"s_mov_b64 s[{40 + 2 * k}:{41 + 2 * k}], exec")
                self.code("s_mov_b64 exec, s[4:5]")

    def masks(self, pairs, exec_, mode):
        pairs = [pairs[i % len(pairs)] for i in range(64)]
        relations = [self.relation(a, b, mode) for a, b in pairs]
        return [sum(1 << i for i, r in enumerate(relations) if r in holds and exec_ >> i & 1) for holds in self.predicates.values()]

    def pairs(self, form, title, pairs, exec_=ALL, mode=PLAIN):
        garbage = 0xBEEF0000 if self.ty.bits == 16 else 0
        before = {register(0, self.ty): [a | garbage for a, _ in pairs], register(2, self.ty): [b | garbage for _, b in pairs]}
        after = {}
        for k, mask in enumerate(self.masks(pairs, exec_, mode)):
            after[f"s[{8 + 2 * k}:{9 + 2 * k}]"] = mask
            if self.exec_too:
                after[f"s[{40 + 2 * k}:{41 + 2 * k}]"] = mask
        if form == "_e32":
            after["vcc"] = mask
        if mode != PLAIN:
            before["mode"] = mode
        if exec_ != ALL:
            before["exec"] = exec_
        if self.exec_too:
            before["s[4:5]"] = exec_
        self.case(title, before, after)

    def operands(self, values):
        """Other operands than VGPRs, for one predicate with a relation and one without."""
        ty, n = self.ty, self.ty.number or (lambda x: int(x) & (1 << self.ty.bits) - 1)
        word = values[3]
        a, b, s = register(0, ty), register(2, ty), register(6, ty, "s")

        def one(form, predicate, x, y, title, before, pairs, dest, exec_=ALL, mode=PLAIN):
            self.code(f"{self.mnemonic(predicate)}{form} {dest}, {x}, {y}")
            index = list(self.predicates).index(predicate)
            mask = self.masks(pairs, exec_, mode)[index]
            after = {dest: mask, **({"exec": mask} if self.exec_too else {})}
            self.case(title, before, after)

        for predicate in ("lt", "ge"):
            bs, as_ = {b: values}, {a: values}
            one("_e32", predicate, s, b, "a scalar source", {**bs, s: word}, [(word, y) for y in values], "vcc")
            one("_e32", predicate, "1", b, "an inline integer", bs, [(1, y) for y in values], "vcc")
            one("_e64", predicate, a, s, "a scalar second source", {**as_, s: word}, [(x, word) for x in values], "s[8:9]")
            one("_e64", predicate, a, "-1", "inline -1 as second source", as_, [(x, (1 << ty.bits) - 1) for x in values], "vcc")
            one("_e64", predicate, s, b, "SDST covers the source", {**bs, s: word}, [(word, y) for y in values], "s[6:7]")
            one("_e64", predicate, a, a, "one source twice", as_, [(x, x) for x in values], "s[8:9]")
            if ty.fmt:
                sign = ty.fmt.sign_bit
                half = ty.number(-0.5)
                one("_e32", predicate, "-0.5", b, "inline -0.5", bs, [(half, y) for y in values], "vcc")
                both = list(zip(values, values[1:] + values[:1]))
                before = {a: [x for x, _ in both], b: [y for _, y in both]}
                one("_e64", predicate, f"-{a}", f"|{b}|", "NEG and ABS", before, [(x ^ sign, y & ~sign) for x, y in both], "s[8:9]")
                one("_e64", predicate, f"|{a}|", f"-|{b}|", "NEG comes after ABS", before, [(x & ~sign, y | sign) for x, y in both], "s[8:9]")
            if ty.regs == 1:
                literal = (f32 if ty is F else f16 if ty is H else lambda x: 0x1234)(0.1)
                one("_e32", predicate, hex(literal), b, "a literal", bs, [(literal, y) for y in values], "vcc")

    def all(self, values, denormals):
        for form in ("_e32", "_e64"):
            self.program(form)
            crossed = pairs(values, values)
            for at in range(0, len(crossed), 64):
                self.pairs(form, "edge values", crossed[at : at + 64])
            self.pairs(form, "inactive lanes get 0", crossed[3:64], ODD_EXEC)
            self.pairs(form, "EXEC = 0", crossed[:3], 0)
            for keep in (0, 1, 2) if denormals else ():
                self.pairs(form, f"denormals {DENORMALS[keep]}", denormals, mode=0x300 | keep << 4 | keep << 6)
        self.operands(values)
        self.write()


def floats():
    for ty in (F, D, H):
        n, fmt = ty.number, ty.fmt
        s = fmt.sign_bit
        values = [0, s, n(1.0), n(-1.5), fmt.inf, s | fmt.inf, fmt.inf | 1 << (fmt.mantissa - 1), fmt.inf + 1]
        tiny = [(1, 0), (0, 1), (s | 1, 0), (s | 1, 1), (1, 2), (1 << fmt.mantissa, 1), (1, n(1.0)), (s | 5, s | 5), (n(-1.0), s | 1)]
        for kind, text in (("cmp", "SDST = the predicate, lane by lane"), ("cmpx", "SDST and EXEC = the predicate, lane by lane"),
                           ("cmps", "as V_CMP; signals other exceptions"), ("cmpsx", "as V_CMPX; signals other exceptions")):
            if "s" in kind and ty is H:
                continue
            t = Compares(kind, ty, ty.name, FLOAT, relation_of_floats(fmt), text)
            t.all(values, tiny)


def integers():
    for bits, signed in ((16, s16), (32, s32), (64, s64)):
        ty = {16: B16, 32: B32, 64: B64}[bits]
        top = 1 << (bits - 1)
        values = [0, 1, 2 * top - 1, top - 1, top, top + 1, 0x1234, (0x55 << bits - 8) + 7]
        for letter, how in (("i", signed), ("u", None)):
            for kind, text in (("cmp", "SDST = the predicate, lane by lane"), ("cmpx", "SDST and EXEC = the predicate, lane by lane")):
                t = Compares(kind, ty, f"{letter}{bits}", INTEGER, relation_of_integers(how), text)
                t.all(values, None)


def classes():
    """The ten classes, by number of their bit in S1."""
    for ty in (F, D, H):
        fmt = ty.fmt
        s, quiet = fmt.sign_bit, 1 << (fmt.mantissa - 1)
        samples = [(fmt.inf + 1, 0), (s | fmt.inf | 1, 0), (fmt.inf | quiet, 1), (s | fmt.inf | quiet | 5, 1), (s | fmt.inf, 2), (ty.number(-1.5), 3),
                   (s | 1 << fmt.mantissa, 3), (s | 1, 4), (s | (1 << fmt.mantissa) - 1, 4), (s, 5), (0, 6), (1, 7), ((1 << fmt.mantissa) - 1, 7),
                   (1 << fmt.mantissa, 8), (fmt.max_finite, 8), (fmt.inf, 9)]
        negated = [6 + 5 - k if k > 1 else k for k in range(10)]
        a, b = register(0, ty), "v2"
        for kind in ("cmp", "cmpx"):
            name = f"v_{kind}_class_{ty.name}"
            t = Test(name, "bit of the class of S0 in S1: 0 sNaN, 1 qNaN, 2 -inf, 3 -normal, 4 -denormal, 5 -0, 6 +0, 7 +denormal, 8 +normal, 9 +inf", "vopc")

            def case(title, dest, rows, exec_=ALL, mode=PLAIN, change=lambda k: k, masks=True, fixed=None):
                rows = [rows[i % len(rows)] for i in range(64)]
                mask = sum(1 << i for i, ((_, k), wanted) in enumerate(rows) if wanted >> change(k) & 1 and exec_ >> i & 1)
                before = {a: [x for (x, _), _ in rows]}
                if fixed:
                    before.update(fixed)
                elif masks:
                    before[b] = [wanted for _, wanted in rows]
                before.update({"exec": exec_} if exec_ != ALL else {})
                before.update({"mode": mode} if mode != PLAIN else {})
                t.case(title, before, {dest: mask, **({"exec": mask} if kind == "cmpx" else {})})

            for form, dest in (("_e32", "vcc"), ("_e64", "s[8:9]")):
                t.code(f"{name}{form} {dest}, {a}, {b}")
                for first in (0, 4, 8):
                    bits = [1 << k for k in range(first, min(first + 4, 10))] + ([0, 0x3FF] if first == 8 else [])
                    case(f"mask bits from {first}", dest, [(x, w) for w in bits for x in samples])
                rows = [(x, w) for w in (0xFFFFFC00, 0x155, 0x2AA | 1 << 31) for x in samples]
                case("other bits of the mask mean nothing", dest, rows)
                case("MODE flushes denormals, which does not matter", dest, [(x, 0x90) for x in samples], mode=0x300)
                case("inactive lanes get 0", dest, [(x, 0x3FF) for x in samples], exec_=ODD_EXEC)
                case("EXEC = 0", dest, [(x, 0x3FF) for x in samples], exec_=0)
            t.code(f"{name}_e64 s[8:9], -{a}, {b}")
            rows = [(x, w) for w in (0x155, 0x2AA, 0x0F0) for x in samples]
            case("NEG changes the class", "s[8:9]", rows, change=lambda k: negated[k])
            t.code(f"{name}_e64 s[8:9], |{a}|, {b}")
            case("ABS changes the class", "s[8:9]", rows, change=lambda k: max(k, negated[k]))
            t.code(f"{name}_e64 s[8:9], {a}, s6")
            case("a scalar mask", "s[8:9]", [(x, 0x204) for x in samples], fixed={"s6": 0x204})
            t.code(f"{name}_e64 vcc, {a}, 3")
            case("an inline mask: any NaN", "vcc", [(x, 3) for x in samples], masks=False)
            t.write()


def sdwa():
    """Parts of the sources; gfx8 writes VCC, gfx9 also another pair of SGPRs."""
    t = Test("sdwa", "compares of parts of the sources", "vopc")
    a = [0x80FF7F01, 0x12345678, 0x00FF8000, 0xFEDCBA98, 0, M32]
    b = [0x0000FF80, 0x00001234, 0x0000FFFF, 0xFFFFFFFE, 0x80000000, 0x7F7F7F7F]

    def one(op, f, selects, dest="vcc", sext=(False, False), sources=("v0", "v1"), values=(a, b), title=None, exec_=ALL):
        texts = [f"sext({s})" if e else s for s, e in zip(sources, sext)]
        t.code(f"{op}_sdwa {dest}, {texts[0]}, {texts[1]} src0_sel:{selects[0]} src1_sel:{selects[1]}")
        x, y = values
        x = x if sources[0][0] != "s" else x[:1] * len(x)
        rows = [(part(p, selects[0], sext[0]), part(q, selects[1], sext[1])) for p, q in zip(x, y)]
        mask = sum(1 << i for i in range(64) if f(*rows[i % len(rows)]) and exec_ >> i & 1)
        before = {s.strip("-|"): v if s.strip("-|")[0] == "v" else v[0] for s, v in zip(sources, (x, y))}
        before.update({"exec": exec_} if exec_ != ALL else {})
        t.case(title or f"{selects[0]} and {selects[1]}", before, {dest: mask, **({"exec": mask} if "cmpx" in op else {})})

    less, equal = (lambda x, y: s32(x) < s32(y)), (lambda x, y: x == y)
    one("v_cmp_lt_i32", less, ("BYTE_3", "DWORD"))
    one("v_cmp_lt_i32", less, ("BYTE_3", "DWORD"), sext=(True, False), title="the first sign-extended")
    one("v_cmp_lt_i32", less, ("WORD_0", "WORD_1"), sext=(False, True), title="the second sign-extended")
    one("v_cmp_lt_u32", lambda x, y: x < y, ("WORD_1", "WORD_0"))
    one("v_cmp_eq_u32", equal, ("WORD_1", "WORD_0"))
    one("v_cmp_ne_u16", lambda x, y: x != y, ("WORD_1", "BYTE_1"))
    one("v_cmpx_gt_u32", lambda x, y: x > y, ("BYTE_2", "BYTE_0"), title="V_CMPX writes EXEC too")
    one("v_cmp_le_u32", lambda x, y: x <= y, ("BYTE_0", "BYTE_1"), exec_=ODD_EXEC, title="inactive lanes get 0")
    halves = ([f16(1.5) | f16(-2.0) << 16, f16(3.0) << 16, f16(-1.0) | f16(0.5) << 16], [f16(2.0), f16(-3.0), f16(0.25)])
    value = lambda x: F16.value(x & M16)
    one("v_cmp_gt_f16", lambda x, y: value(x) > value(y), ("WORD_1", "WORD_0"), values=halves)
    one("v_cmp_gt_f16", lambda x, y: -abs(value(x)) > value(y), ("WORD_1", "WORD_0"), sources=("-|v0|", "v1"), values=halves, title="NEG and ABS of the selected part")
    one("v_cmp_lt_i32", less, ("WORD_1", "DWORD"), "s[6:7]", title="another pair of SGPRs, from gfx9 on")
    one("v_cmpx_lt_i32", less, ("WORD_1", "DWORD"), "s[6:7]", title="another pair of SGPRs and EXEC, from gfx9 on")
    one("v_cmp_lt_i32", less, ("BYTE_1", "DWORD"), sources=("s0", "v1"), title="a scalar source, from gfx9 on")
    t.write()


def main():
    sdwa()
    floats()
    integers()
    classes()


if __name__ == "__main__":
    main()
