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
