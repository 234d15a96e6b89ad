//! Which loops are found, and what their rounds are.

use super::*;

/// A loop in which each lane adds 1 to v1 until that is not less than v2; `body` is done before lanes leave, and
/// `behind` is where they get to.
fn counting(body: &str, behind: &str) -> Func {
    let text = format!(
        "\
block0 @0x1000 entry insts 4 scalar 2:
    %0:s64 = read.q #0x7e
    %1:v32 = read.v #0x1
    %2:s32 = const #0x1
    %3:v32 = splat %2
    %4:v32 = add %1, %3
    write.v %4, %0 #0x1
    %6:v32 = read.v #0x2
    %7:v1 = cmp.32 %4, %6 #0x9
    %8:s64 = maskbits %7
    %9:s64 = and %8, %0
    %10:s64 = not %9
    %11:s64 = and %0, %10
    exec.change
    %13:s64 = const #0x0
    %14:s1 = cmp.64 %11, %13 #0x1
{body}    lanes %0 x 2
    exec = %11
    branch %14, block0, block1
block1 @0x1020 insts 1:
{behind}    end 0x1020
"
    );
    text.parse().unwrap_or_else(|e| panic!("{e}\n{text}"))
}

fn found(func: &Func) -> Vec<Loop> {
    find(func, false, &|_| false)
}

const READS_V1: &str = "    %0:v32 = read.v #0x1
    %1:s64 = read.q #0x7e
    write.v %0, %1 #0x3
    %3:v32 = read.v #0x3
    %4:s64 = const #0x1000
    %5:v64 = splat %4
    %6:s32 = const #0x0
    store %5, %1, %6, %3 #0x14
";

#[test]
fn lanes_that_have_left_keep_what_is_read_behind_the_loop() {
    // Nothing is: a sum is all that goes round.
    let l = &found(&counting("", ""))[0];
    let ops = |l: &Loop, op: Uop| l.body.nodes.iter().filter(|n| n.op == op).count();
    assert_eq!(l.phis.len(), 2);
    assert_eq!(l.phis[0].place, Place::Mask(Reg::Q(EXEC_LO)));
    assert_eq!(l.phis[1].place, Place::Vector(1));
    assert_eq!(ops(l, Uop::Select), 0);
    assert_eq!((l.instructions(), l.parts.len(), l.lanes[0].1), (4, 1, 2));
    let l = &found(&counting("", READS_V1))[0];
    assert_eq!(ops(l, Uop::Select), 1);
    // EXEC is what it was without those that leave: two operations at most, however it is written.
    assert!(ops(l, Uop::And) + ops(l, Uop::Not) + ops(l, Uop::Or) <= 3);
}

#[test]
fn what_lanes_get_from_others_is_no_loop_of_theirs() {
    for body in [
        // A mask as a number.
        "    %15:s32 = lo %9
    %16:v32 = splat %15
    write.v %16, %0 #0x2
",
        // A lane of a register.
        "    %15:s32 = const #0x3
    %16:s32 = readlane.v %15 #0x1
    %17:v32 = splat %16
    write.v %17, %0 #0x2
",
        // A store.
        "    %15:s64 = const #0x1000
    %16:v64 = splat %15
    %17:s32 = const #0x0
    store %16, %0, %17, %4 #0x14
",
        // A write to lanes that are not active.
        "    %15:s64 = const #0xffffffffffffffff
    write.v %4, %15 #0x2
",
    ] {
        assert_eq!(found(&counting(body, READS_V1)), [], "{body}");
    }
    // Neither is it one if lanes come back.
    let func = counting("", "").to_string();
    let back: Func = func.replace("and %0, %10", "or %0, %10").parse().unwrap();
    assert_eq!(found(&back), []);
}

#[test]
fn numbers_that_rounds_count_go_from_round_to_round() {
    let body = "    %15:s32 = read.s #0x4
    %16:s32 = add %15, %2
    s4 = %16
";
    // What stands behind the nodes is in its own order.
    let func = counting("", "").to_string();
    let nodes = body.replace("    s4 = %16\n", "");
    let text = func
        .replace("    lanes", &format!("{nodes}    lanes"))
        .replace("    exec = %11", "    s4 = %16\n    exec = %11");
    let func: Func = text.parse().unwrap_or_else(|e| panic!("{e}\n{text}"));
    let l = &found(&func)[0];
    // Nobody reads the number.
    assert_eq!(l.phis.len(), 2);
    let func: Func = text
        .replace("add %1, %3", "add %1, %1")
        .replace("%1:v32 = read.v #0x1", "%1:s32 = read.s #0x4")
        .replace("%4:v32 = add %1, %1", "%4:v32 = splat %1")
        .parse()
        .unwrap();
    let l = &found(&func)[0];
    let number = l.phis.iter().find(|p| p.place == Place::Scalar(Reg::S(4)));
    let number = number.expect("it is compared in each round");
    assert_eq!(l.evolving, [number.next]);
}

/// A loop that goes round until s0 is s2: v3 gets the sum of what is loaded at `address`, which may use s0 (%1), v1 (%2)
/// and the base s[4:5] in all lanes (%9); `next` is what else a round does.
fn adding(address: &str, next: &str) -> Func {
    let text = format!(
        "\
block0 @0x1000 entry full insts 6 scalar 2:
    %0:s64 = const #0xffffffffffffffff
    %1:s32 = read.s #0x0
    %2:v32 = read.v #0x1
    %3:v32 = splat %1
    %4:s32 = const #0x2
    %5:v32 = splat %4
    %6:s32 = read.s #0x4
    %7:s32 = read.s #0x5
    %8:s64 = concat %6, %7
    %9:v64 = splat %8
    %10:v32 = add %3, %2
{address}    %20:s32 = const #0x0
    %21:vtuple = load %19, %0, %20 #0x14
    %22:v32 = proj %21
    %23:v32 = read.v #0x3
    %24:v32 = add %22, %23
    write.v %24, %0 #0x3
    %26:s32 = const #0x1
    %27:s32 = add %1, %26
    %28:s32 = read.s #0x2
    %29:s1 = cmp.32 %27, %28 #0x1
{next}    lanes %0 x 4
    s0 = %27
    branch %29, block0, block1
block1 @0x1020 full insts 1:
{READS_V3}    end 0x1020
"
    );
    text.parse().unwrap_or_else(|e| panic!("{e}\n{text}"))
}

const READS_V3: &str = "    %0:v32 = read.v #0x3
    %1:s64 = const #0xffffffffffffffff
    %2:s64 = const #0x1000
    %3:v64 = splat %2
    %4:s32 = const #0x0
    store %3, %1, %4, %0 #0x14
";

#[test]
fn addresses_are_numbers_and_lanes() {
    // 4 * (s0 + v1) from the base on: the sum must not wrap around.
    let dword = "    %11:v64 = zext %10
    %12:v64 = shl %11, %5
    %19:v64 = add %9, %12
";
    // The same, without that.
    let after = "    %11:v64 = zext %2
    %12:v64 = zext %3
    %13:v64 = add %11, %12
    %19:v64 = add %9, %13
";
    // Halves with a carry.
    let halves = "    %11:v32 = splat %6
    %12:v32 = splat %7
    %13:v32 = add %11, %2
    %14:v1 = cmp.32 %13, %11 #0x6
    %15:v32 = boolint %14
    %16:v32 = add %12, %15
    %19:v64 = concat %13, %16
";
    // A low half that gets no carry must not wrap around either.
    let no_carry = "    %11:v32 = splat %7
    %19:v64 = concat %10, %11
";
    for (address, sums) in [(dword, 1), (after, 0), (halves, 0), (no_carry, 1)] {
        let func = adding(address, "");
        let loops = found(&func);
        let l = &loops[0];
        let places: Vec<Place> = l.phis.iter().map(|p| p.place).collect();
        assert_eq!(places, [Place::Scalar(Reg::S(0)), Place::Vector(3)]);
        let u = l.uniform.expect("scalars decide");
        assert_eq!((u.again.1, u.vectors), (true, 4));
        assert_eq!((l.steady.len(), l.loads()), (1, false), "{address}");
        let s = &l.steady[0];
        assert_eq!(s.sums.len(), sums, "{address}");
        assert!(s.sums.iter().all(|n| !n.signed));
        assert_eq!(l.body.nodes[s.load.0 as usize].args[0], s.lanes);
        assert!(l.body.nodes[s.lanes.0 as usize].vec && !l.body.nodes[s.number.0 as usize].vec);
    }
    // A product with the number is none.
    let product = "    %11:v32 = mul %3, %2
    %12:v64 = zext %11
    %19:v64 = add %9, %12
";
    // Nor is a number that a shift may make shorter.
    let shifted = "    %11:v32 = shl %3, %5
    %12:v64 = zext %11
    %13:v64 = zext %2
    %14:v64 = add %12, %13
    %19:v64 = add %9, %14
";
    for address in [product, shifted] {
        let l = &found(&adding(address, ""))[0];
        assert_eq!((l.steady.len(), l.loads()), (0, true), "{address}");
    }
}

#[test]
fn addresses_that_rise_have_a_counter() {
    let rises = "    %30:v32 = add %2, %5
    write.v %30, %0 #0x1
";
    let dword = "    %11:v64 = zext %2
    %19:v64 = add %9, %11
";
    let l = &found(&adding(dword, rises))[0];
    assert_eq!(l.steady.len(), 1);
    let counter = l.phis.iter().find(|p| p.place == Place::Counter);
    let counter = counter.expect("v1 rises by a number");
    let node = |v: Val| &l.body.nodes[v.0 as usize];
    assert_eq!(
        (node(counter.head).op, node(counter.head).imm),
        (Uop::Const, 0)
    );
    let next = node(counter.next);
    assert_eq!((next.op, next.args[0]), (Uop::Add, counter.head));
    assert_eq!(l.steady[0].sums.len(), 1);
    // By what a lane has, it has none.
    let rises = "    %30:v32 = add %2, %22
    write.v %30, %0 #0x1
";
    assert_eq!(found(&adding(dword, rises))[0].steady.len(), 0);
}

#[test]
fn loops_with_effects_or_masks_of_all_are_not_uniform() {
    let store = "    store %9, %0, %20, %24 #0x14
";
    // A number that lanes make.
    let number = "    %30:v1 = cmp.32 %24, %22 #0x6
    %31:s64 = maskbits %30
    %32:s32 = lo %31
    %33:v32 = splat %32
    write.v %33, %0 #0x3
";
    let address = "    %11:v64 = zext %2
    %19:v64 = add %9, %11
";
    for next in [store, number] {
        assert!(found(&adding(address, next)).is_empty(), "{next}");
    }
}
