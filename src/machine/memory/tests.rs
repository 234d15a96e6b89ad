use super::*;

/// Bytes of the host are the guest's where they are, for as long as they are lent.
#[test]
fn host_memory_is_lent() {
    for m in [Memory::new(16 << 20), Memory::at_host_addresses(16 << 20)] {
        let m = m.expect("16 MiB");
        let mut bytes = *b"0123456789abcdef";
        let host = bytes.as_mut_ptr();
        let map = |at: usize, len, access| {
            // SAFETY: `bytes` is not used until the end, and has them.
            unsafe { m.map(host.wrapping_add(at), len, access, "lent") }
        };
        let a = map(0, 8, Access::ReadWrite).expect("nothing is there");
        let b = map(8, 8, Access::ReadOnly).expect("nothing is there");
        assert_eq!(a == host as u64, m.base == m.arena.start() as u64);
        let mut cache = Window::EMPTY;
        assert_eq!(m.load::<4>(&mut cache, a + 4), Ok(*b"4567"));
        assert_eq!(m.store::<4>(&mut cache, a, *b"abcd"), Ok(()));
        assert!(m.load::<4>(&mut cache, a + 6).is_err(), "over the end");
        assert_eq!(m.load::<2>(&mut cache, b + 6), Ok(*b"ef"));
        assert!(m.store::<1>(&mut cache, b, *b"x").is_err());
        assert!(m.write(b, b"x").is_err());
        assert_eq!(m.describe(b + 1), "offset 1 of 'lent' (8 bytes, read-only)");
        assert_eq!(m.writable(), [(a, 8, "lent".to_owned())]);
        if a == host as u64 {
            assert!(map(4, 8, Access::ReadOnly).is_err(), "lent already");
        }
        assert!(map(0, 0, Access::ReadOnly).is_err());
        assert_eq!(m.unmap(a), Ok(()));
        assert_eq!(m.unmap(a), Err(FreeError::NoAllocation(a)));
        assert!(m.load::<4>(&mut Window::EMPTY.clone(), a).is_err());
        assert_eq!(m.unmap(b), Ok(()));
        assert_eq!(&bytes, b"abcd456789abcdef");
    }
}

/// The same bytes may be lent several times at addresses of their own, which stay apart from all others.
#[test]
fn host_memory_is_lent_apart() {
    let m = Memory::at_host_addresses(16 << 20).expect("16 MiB");
    let mut bytes = *b"0123456789abcdef";
    let host = bytes.as_mut_ptr();
    // SAFETY: `bytes` is not used until the end, and has them.
    let map = |at: usize, len| unsafe {
        m.map_apart(host.wrapping_add(at), len, Access::ReadWrite, "lent")
    };
    let a = map(0, 8).expect("there is room");
    let b = map(4, 8).expect("there is room");
    assert!(map(0, 0).is_err());
    for at in [a, b] {
        assert!(!m.addresses().contains(&at));
        assert_ne!(at, host as u64);
        assert_eq!(m.window(at).map(|w| w.base), Some(at));
    }
    assert!(a.abs_diff(b) > GAP);
    assert_eq!(b % PAGE, (host as u64 + 4) % PAGE);
    // SAFETY: as above.
    let plain = unsafe { m.map(host, 16, Access::ReadOnly, "plain") };
    assert_eq!(plain, Ok(host as u64));
    assert_eq!(m.write(b, b"x"), Ok(()));
    let mut seen = [0];
    assert_eq!(m.read(a + 4, &mut seen), Ok(()));
    assert_eq!(&seen, b"x");
    // At an address of the caller's choice, at the same place in its page.
    let chosen = b + (1 << 20);
    let map_at = |base| {
        // SAFETY: as above.
        unsafe { m.map_at(base, host.wrapping_add(4), 8, Access::ReadWrite, "chosen") }
    };
    assert!(map_at(chosen + 1).is_err(), "elsewhere in the page");
    assert!(map_at(b).is_err(), "something is there");
    assert_eq!(map_at(chosen), Ok(()));
    assert_eq!(m.read(chosen, &mut seen), Ok(()));
    assert_eq!(&seen, b"x");
    assert!(m.read(chosen + 8, &mut seen).is_err());
    for at in [a, b, host as u64, chosen] {
        assert_eq!(m.unmap(at), Ok(()));
    }
    assert_eq!(&bytes, b"0123x56789abcdef");
}

fn memory() -> Memory {
    Memory::new(16 << 20).expect("16 MiB")
}

#[test]
fn accesses_stop_at_the_ends_of_an_allocation() {
    let m = memory();
    let a = m.alloc(10, 1, Access::ReadWrite, "a").expect("room");
    let mut c = Window::EMPTY;
    assert_eq!(m.store(&mut c, a + 6, [1, 2, 3, 4]), Ok(()));
    assert_eq!(m.load(&mut c, a + 6), Ok([1, 2, 3, 4]));
    let bad = |addr, write| BadAccess {
        addr,
        size: 4,
        write,
    };
    // The last dword is there as a whole, and no more.
    assert_eq!(m.load(&mut c, a + 8), Ok([3, 4, 0, 0]));
    assert_eq!(m.update_u32(&mut c, a + 8, |v| v), Ok(0x0403));
    assert_eq!(m.load::<4>(&mut c, a + 9), Err(bad(a + 9, false)));
    assert_eq!(m.describe(a + 10), "0 bytes past the end of 'a' (10 bytes)");
    assert_eq!(m.load::<4>(&mut c, a - 1), Err(bad(a - 1, false)));
    assert_eq!(m.store(&mut c, a + 9, [0; 4]), Err(bad(a + 9, true)));
    assert_eq!(m.load::<4>(&mut c, u64::MAX), Err(bad(u64::MAX, false)));
    assert_eq!(m.load::<4>(&mut c, 0), Err(bad(0, false)));
    // A failed store writes nothing.
    assert_eq!(m.load(&mut c, a + 6), Ok([1, 2, 3, 4]));
}

/// Between two stretches the nearer one is told, except what no program has asked for.
#[test]
fn places_between_two_stretches() {
    let m = memory();
    let own = m.alloc_internal(16, 1, "own").expect("room");
    let a = m.alloc(16, 1, Access::ReadWrite, "a").expect("room");
    let b = m.alloc(16, 1, Access::ReadWrite, "b").expect("room");
    let last = m.alloc_internal(16, 1, "last").expect("room");
    let end = |base| base + 16;
    let behind_a_page = format!("{} bytes before 'a' (16 bytes)", a - end(own) - PAGE);
    for (addr, place) in [
        // A negative index into the first buffer, up to where it could be anything.
        (a - 4, "4 bytes before 'a' (16 bytes)"),
        (a - 60_000, "60000 bytes before 'a' (16 bytes)"),
        (end(own) + 4, "4 bytes past the end of 'own' (16 bytes)"),
        (end(own) + PAGE, behind_a_page.as_str()),
        (end(a) + 4, "4 bytes past the end of 'a' (16 bytes)"),
        (b - 4, "4 bytes before 'b' (16 bytes)"),
        // Too large an index into the last one.
        (
            end(b) + 60_000,
            "60000 bytes past the end of 'b' (16 bytes)",
        ),
        (last - 4, "4 bytes before 'last' (16 bytes)"),
        (
            end(last) + 40_000,
            "40000 bytes past the end of 'last' (16 bytes)",
        ),
        (end(last) + GAP, "in no buffer"),
    ] {
        assert_eq!(m.describe(addr), place);
    }
}

/// Memory whose guest addresses are the host's: the next one of the process lies elsewhere.
#[test]
fn addresses_of_the_host() {
    let memories = [(); 2].map(|()| Memory::at_host_addresses(16 << 20).expect("16 MiB"));
    let places = memories.each_ref().map(|m| {
        let a = m.alloc(8, 1, Access::ReadWrite, "a").expect("room");
        let w = m.window(a).expect("lives");
        assert_eq!((w.base, w.host as u64), (a, a));
        a
    });
    assert_ne!(places[0], places[1]);
    let [m, other] = &memories;
    let mut c = Window::EMPTY;
    assert_eq!(m.store(&mut c, places[0], [1, 2, 3, 4]), Ok(()));
    assert_eq!(m.load(&mut c, places[0]), Ok([1, 2, 3, 4]));
    assert!(
        other
            .load::<4>(&mut Window::EMPTY.clone(), places[0])
            .is_err()
    );
}

#[test]
fn parts_have_their_own_rights() {
    let m = memory();
    let part = |start, len, access, name: &str| Part {
        start,
        len,
        access,
        name: name.to_owned(),
    };
    let parts = vec![
        part(0, 100, Access::ReadOnly, "code"),
        part(2 * PAGE, 8, Access::ReadWrite, "data"),
    ];
    let a = m.alloc_parts(2 * PAGE + 8, 1, parts).expect("room");
    let mut c = Window::EMPTY;
    assert!(m.store(&mut c, a, [0; 4]).is_err());
    assert!(m.update_u32(&mut c, a, |v| v + 1).is_err());
    assert_eq!(m.load(&mut c, a), Ok([0; 4]));
    assert!(m.load::<4>(&mut c, a + PAGE).is_err());
    assert_eq!(m.update_u32(&mut c, a + 2 * PAGE, |v| v + 1), Ok(0));
    assert_eq!(m.write(a, &[5]), Ok(()));
    assert_eq!(m.load(&mut c, a), Ok([5]));
    assert_eq!(
        m.describe(a + 101),
        "1 bytes past the end of 'code' (100 bytes)"
    );
    assert_eq!(
        m.describe(a + 4),
        "offset 4 of 'code' (100 bytes, read-only)"
    );
    assert_eq!(m.describe(a + 2 * PAGE + 4), "offset 4 of 'data' (8 bytes)");
    let overlapping = vec![
        part(0, PAGE + 1, Access::ReadOnly, "a"),
        part(PAGE, 8, Access::ReadOnly, "b"),
    ];
    assert_eq!(m.alloc_parts(2 * PAGE, 1, overlapping), None);
}

#[test]
fn freed_memory_is_unreachable_then_used_again_as_zeros() {
    let m = Arc::new(memory());
    let a = m.alloc(5000, 1, Access::ReadWrite, "a").expect("room");
    let b = m.alloc(5000, 1, Access::ReadWrite, "b").expect("room");
    assert!(b >= a + 5000 + GAP);
    m.write(a, &[7; 5000]).expect("inside");
    assert_eq!(m.free(a), Ok(()));
    assert_eq!(m.free(a), Err(FreeError::NoAllocation(a)));
    assert_eq!(m.free(b + PAGE), Err(FreeError::NoAllocation(b + PAGE)));
    let owned = m.own(b);
    assert_eq!(m.free(b), Err(FreeError::Owned(b, "b".to_owned())));
    assert!(m.read(a, &mut [0]).is_err());
    assert_eq!(m.alloc(5000, 1, Access::ReadWrite, "c"), Ok(a));
    let mut out = [1; 5000];
    m.read(a, &mut out).expect("inside");
    assert_eq!(out, [0; 5000]);
    assert_eq!(m.free(a), Ok(()));
    drop(owned);
    // All of the arena is one free range again.
    let all = (16 << 20) - GAP;
    assert_eq!(m.alloc(all, 1, Access::ReadWrite, "all"), Ok(a));
    assert!(m.alloc(1, 1, Access::ReadWrite, "none").is_err());
}
