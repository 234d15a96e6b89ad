use std::sync::Mutex;

use super::*;
use crate::machine::memory::Access;

/// Calls, as (number, sizes of the arguments, format).
fn formats(calls: &[(u32, &[u32], &str)]) -> Vec<PrintfFormat> {
    let format = |(id, sizes, text): &(u32, &[u32], &str)| PrintfFormat {
        id: *id,
        sizes: sizes.to_vec(),
        text: (*text).to_owned(),
    };
    calls.iter().map(format).collect()
}

fn bytes(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|w| w.to_le_bytes()).collect()
}

/// What `words` print, by record.
fn printed(calls: &[(u32, &[u32], &str)], words: &[u32], whole: bool) -> Vec<String> {
    let texts = Mutex::new(Vec::new());
    let print = |text: &str| texts.lock().expect("no panic").push(text.to_owned());
    print_records(&formats(calls), &bytes(words), whole, &print);
    texts.into_inner().expect("no panic")
}

/// What one record of the call 1 prints; `arguments` is without the number.
fn one(sizes: &[u32], text: &str, arguments: &[u32]) -> String {
    let words = [&[1], arguments].concat();
    printed(&[(1, sizes, text)], &words, true).concat()
}

/// Four characters.
fn four(text: &[u8; 4]) -> u32 {
    u32::from_le_bytes(*text)
}

#[test]
fn records_in_their_order() {
    let calls: &[(u32, &[u32], &str)] = &[(1, &[4, 4], "%d %u\n"), (2, &[], "none\n")];
    let words = [2, 1, 5, u32::MAX, 2, 1, u32::MAX, 7];
    let expected = ["none\n", "5 4294967295\n", "none\n", "-1 7\n"];
    assert_eq!(printed(calls, &words, true), expected);
    assert!(printed(calls, &[], true).is_empty());
    assert_eq!(
        printed(&[(1, &[], "first"), (1, &[], "second")], &[1], true),
        ["first"]
    );
}

#[test]
fn what_is_no_record() {
    let calls: &[(u32, &[u32], &str)] = &[(1, &[4], "%d\n")];
    for (words, at, id) in [
        (&[1, 5, 77, 1, 6][..], 8, 77),
        (&[1, 5, 1], 8, 1),
        (&[0], 0, 0),
    ] {
        let texts = printed(calls, words, true);
        let last = texts.last().expect("a line");
        let left = 4 * words.len() - at;
        assert_eq!(
            *last,
            format!(
                "gcn-jit: {left} bytes of printf's buffer are not records: byte {at} has the number {id} of no call\n"
            )
        );
        assert_eq!(texts.len(), 1 + at / 8);
    }
}

/// Where a fault has stopped waves they may have taken room without a record, or have written half of it.
#[test]
fn unfinished_records() {
    let calls: &[(u32, &[u32], &str)] = &[
        (1, &[4, 4], "%d %d\n"),
        (2, &[16], "%v3hld\n"),
        (3, &[8, 4], "%s %d\n"),
    ];
    let words = [
        &[BLANK; 3][..],
        &[1, 5, 6],
        &[1, 5, BLANK],
        &[1, BLANK, 6],
        &[2, 7, 8, 9, BLANK],
        &[2, 7, 8, BLANK, BLANK],
        &[3, four(b"even"), 10, BLANK],
        &[3, four(b"even"), BLANK, BLANK],
        &[BLANK; 5],
        &[1, 7, 8],
    ]
    .concat();
    let expected = ["5 6\n", "7,8,9\n", "even 10\n", "7 8\n"];
    assert_eq!(printed(calls, &words, false), expected);
    // Nothing is unfinished in a launch that has ended: then it is a number.
    let number = format!("{} 1\n", BLANK as i32);
    assert_eq!(printed(calls, &[1, BLANK, 1], true), [number]);
}

/// Sizes decide what an argument is, and length modifiers what is shown of it (OpenCL C 6.15.14).
#[test]
fn scalars() {
    assert_eq!(one(&[4, 8], "%d %d", &[u32::MAX, 0, 1]), "-1 4294967296");
    assert_eq!(
        one(&[4, 8], "%x %lx", &[u32::MAX, 0, 1]),
        "ffffffff 100000000"
    );
    assert_eq!(
        one(
            &[4, 4, 4, 4],
            "%hhd %hhu %hd %hu",
            &[0x1ff, 0x1ff, 0x1_ffff, 0x1_ffff]
        ),
        "-1 255 -1 65535"
    );
    let [low, high] = [1.25f64.to_bits() as u32, (1.25f64.to_bits() >> 32) as u32];
    assert_eq!(
        one(&[4, 8], "%f %g", &[0.5f32.to_bits(), low, high]),
        "0.500000 1.25"
    );
    assert_eq!(one(&[4], "%a", &[0.1f32.to_bits()]), "0x1.99999ap-4");
    assert_eq!(one(&[4, 8], "%c %p", &[65, 0x1000, 2]), "A 0x200001000");
    assert_eq!(one(&[4, 4, 4], "%*d %d%%", &[4, 7, 9]), "   7 9%");
    // Fewer arguments than conversions, and more.
    assert_eq!(one(&[4], "%d %d|", &[1]), "1 ");
    assert_eq!(one(&[4, 4], "%d|", &[1, 2]), "1|");
    // Sizes that no compiler writes.
    assert_eq!(one(&[0, 4], "%d %d", &[7]), " 7");
    assert_eq!(one(&[0, 4], "<%s> %d", &[7]), "<> 7");
    assert_eq!(one(&[1, 12], "%d %f", &[0x1ff, 0, 0, 0]), "-1 0.000000");
}

#[test]
fn vectors() {
    assert_eq!(one(&[16], "%v4d", &[1, 2, u32::MAX, 4]), "1,2,-1,4");
    assert_eq!(
        one(&[16], "%4v4hlu|", &[1, 2, 3, 4]),
        "   1,   2,   3,   4|"
    );
    assert_eq!(one(&[16], "%v3hlx", &[10, 11, 12, BLANK]), "a,b,c");
    let f = |v: f32| v.to_bits();
    assert_eq!(
        one(
            &[16],
            "%.1v4hlf",
            &[f(1.0), f(-0.5), f(0.25), f(f32::INFINITY)]
        ),
        "1.0,-0.5,0.2,inf"
    );
    assert_eq!(one(&[4], "%#v4hhx", &[0x0010_ff01]), "0x1,0xff,0x10,0");
    assert_eq!(one(&[4], "%v4hhd", &[0x7f80_ff01]), "1,-1,-128,127");
    // Two characters are two dwords, three are one.
    assert_eq!(
        one(&[8, 4], "%v2hhd %v3hhd", &[5, u32::MAX, 0x0903_0201]),
        "5,-1 1,2,3"
    );
    assert_eq!(
        one(&[4, 8], "%v2hd %v3hu", &[0x8000_7fff, 0x2_0001, 3]),
        "32767,-32768 1,2,3"
    );
    assert_eq!(one(&[16], "%v2ld", &[1, 0, u32::MAX, u32::MAX]), "1,-1");
    let d = |v: f64| [v.to_bits() as u32, (v.to_bits() >> 32) as u32];
    assert_eq!(
        one(&[16], "%v2lf", &[d(0.5), d(-2.0)].concat()),
        "0.500000,-2.000000"
    );
    // Halves: 1, -2, 2^-24, infinity.
    assert_eq!(
        one(&[8], "%v4hg", &[0xc000_3c00, 0x7c00_0001]),
        "1,-2,5.96046e-08,inf"
    );
    assert_eq!(one(&[64], "%v16d", &[3; 16]), ["3"; 16].join(","));
    // No vector has five elements.
    assert_eq!(one(&[4], "%v5d", &[5]), "5");
}

/// Strings of every length, before and behind others, as three generations of compilers store them.
#[test]
fn strings() {
    let empty = 0xffff_ff00;
    // Older compilers: a zero byte is stored, and counted.
    let all = [
        four(b"abcd"),
        0,
        four(b"abc\0"),
        four(b"abcd"),
        four(b"e\0\0\0"),
        7,
    ];
    assert_eq!(one(&[8, 4, 8, 4], "%s %s %s %d", &all), "abcd abc abcde 7");
    // The last argument is zero, which is not an end of a string.
    assert_eq!(one(&[8, 4], "%s %d", &[four(b"abcd"), 0, 0]), "abcd 0");
    // LLVM 19: it is not stored, but counted. What is not written is as it was.
    let all = [
        four(b"abcd"),
        four(b"abc\0"),
        four(b"abcd"),
        four(b"e\0\0\0"),
        7,
        BLANK,
    ];
    assert_eq!(one(&[8, 4, 8, 4], "%s %s %s %d", &all), "abcd abc abcde 7");
    assert_eq!(one(&[8, 4], "%s %d", &[four(b"abcd"), 0, BLANK]), "abcd 0");
    assert_eq!(
        one(
            &[4, 8, 4],
            "<%s> <%s> %d",
            &[empty, four(b"abcd"), 1, BLANK]
        ),
        "<> <abcd> 1"
    );
    let two = [four(b"abcd"), four(b"efgh"), four(b"ijkl"), 9, BLANK, BLANK];
    assert_eq!(one(&[8, 12, 4], "%s %s %d", &two), "abcd efghijkl 9");
    // 65 is an A, so that the first string alone may be one of four or of five characters.
    let letter = [four(b"abcd"), 65, four(b"abcd"), four(b"e\0\0\0"), BLANK];
    assert_eq!(one(&[8, 4, 8], "%s %d %s", &letter), "abcd 65 abcde");
    let letter = [four(b"abcd"), four(b"e\0\0\0"), 65, four(b"abcd"), BLANK];
    assert_eq!(one(&[8, 4, 8], "%s %d %s", &letter), "abcde 65 abcd");
    // A vector at the end leaves a dword by itself.
    let f = 1.5f32.to_bits();
    let short = [four(b"text"), f, f, f, BLANK, BLANK];
    assert_eq!(one(&[8, 16], "%s %.1v3hlf", &short), "text 1.5,1.5,1.5");
    let long = [four(b"text"), four(b"s\0\0\0"), f, f, f, BLANK];
    assert_eq!(one(&[8, 16], "%s %.1v3hlf", &long), "texts 1.5,1.5,1.5");
    // Later ones: it is neither.
    let all = [
        four(b"abcd"),
        four(b"abc\0"),
        four(b"abcd"),
        four(b"e\0\0\0"),
        7,
    ];
    assert_eq!(one(&[4, 4, 8, 4], "%s %s %s %d", &all), "abcd abc abcde 7");
    assert_eq!(one(&[4], "<%s>", &[empty]), "<>");
    assert_eq!(one(&[4], "%5s|", &[four(b"\xe9a\0\0")]), "   \u{fffd}a|");
    // More strings than are looked at: no panic, and no endless search.
    let sizes = vec![8; 5000];
    let many = vec![BLANK; 10_000];
    assert!(!one(&sizes, &"%s".repeat(5000), &many).is_empty());
}

/// A kernel that writes over the buffer's header.
#[test]
fn header_of_a_stranger() {
    let m = Memory::new(16 << 20).expect("16 MiB");
    let formats = formats(&[(1, &[4], "%d\n")]);
    let base = m
        .alloc(size(&formats), 64, Access::ReadWrite, "printf")
        .expect("room");
    let read = |used: u32| {
        let buffer = PrintfBuffer::new(&m, base, &formats).expect("inside");
        m.write(base, &used.to_le_bytes()).expect("inside");
        m.write(base + 8, &bytes(&[1, 5])).expect("inside");
        let texts = Mutex::new(Vec::new());
        buffer.print(true, &|text| {
            texts.lock().expect("no panic").push(text.to_owned())
        });
        texts.into_inner().expect("no panic")
    };
    assert_eq!(read(8), ["5\n"]);
    assert_eq!(read(9), ["5\n"]);
    assert!(read(0).is_empty() && read(3).is_empty());
    // What nobody has written is skipped.
    assert_eq!(read(64), ["5\n"]);
    assert_eq!(read(u32::MAX), ["5\n", LOST]);
    let all = (SIZE - HEADER) as u32;
    assert_eq!(read(all - 15), ["5\n", LOST]);
    assert_eq!(read(all - 16), ["5\n"]);
    // Without formats there is no room.
    let buffer = PrintfBuffer::new(&m, base, &[]).expect("inside");
    let mut header = [1; 8];
    m.read(base, &mut header).expect("inside");
    assert_eq!(header, [0; 8]);
    buffer.print(true, &|text| panic!("{text}"));
}
