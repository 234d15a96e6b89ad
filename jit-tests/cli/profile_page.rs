//! The page that `profile --html` writes, as text and in a browser.
//!
//! The browser is Debian's chromium, or what `GCN_JIT_CHROMIUM` names. Where there is none the test says so and is
//! skipped; with `GCN_JIT_REQUIRE_CHROMIUM=1` that is a failure.

use super::*;

/// The kernel of `jit-tests/kernels/profile`, in two work-groups.
const COLUMNS: &str = "jit-tests/kernels/profile/columns.hsaco --global 128 --local 64 --arg iota:f32[64] --arg zeros:f32[64]";

/// A page, and where it is.
fn page(f: &Folder, args: &str) -> (String, PathBuf) {
    let path = f.path("page.html");
    gcn_jit(&format!("profile {args} --html {}", path.display())).ok();
    (std::fs::read_to_string(&path).unwrap(), path)
}

/// The words between `before` and the next `after`, wherever there are some.
fn all_between<'a>(text: &'a str, before: &str, after: &str) -> Vec<&'a str> {
    let parts = text.split(before).skip(1);
    parts.filter_map(|p| p.split(after).next()).collect()
}

#[test]
fn nothing_is_loaded_and_every_link_leads_somewhere() {
    let f = Folder::new();
    let (page, _) = page(&f, COLUMNS);
    for word in [
        "src=", "@import", "url(", "http:", "https:", "<link", "fetch(",
    ] {
        assert!(!page.contains(word), "{word}");
    }
    let ids = all_between(&page, " id=\"", "\"");
    let links = all_between(&page, " href=\"", "\"");
    assert!(links.len() > 20, "{links:?}");
    for link in links {
        let id = link.strip_prefix('#').expect("a place in the page");
        assert!(ids.contains(&id), "{link}");
    }
    let mut once = ids.clone();
    once.sort_unstable();
    once.dedup();
    assert_eq!(once.len(), ids.len());
}

#[test]
fn source_stands_beside_code() {
    let f = Folder::new();
    let (page, _) = page(&f, COLUMNS);
    // Line 10 writes to one bank: in each of two waves 64 cycles in place of 2.
    let rows = all_between(&page, "<tr id=\"l0-10\" data-line=\"0-10\">", "</tr>");
    assert_eq!(rows.len(), 1);
    assert!(
        rows[0].ends_with("<td>10</td><td>    tile[row * 32] = scaled(value);</td>"),
        "{}",
        rows[0]
    );
    // Once for each wave: the address and the write.
    assert!(
        rows[0].contains("<td data-value=\"4\">4</td>"),
        "{}",
        rows[0]
    );
    // Its instructions, with what they are inlined in.
    let code = all_between(&page, " data-line=\"0-10\">", "</tr>");
    let write = code.iter().find(|r| r.contains("ds_write_b32 v2, v1"));
    assert!(write.is_some_and(|r| r.contains(">32.0x</td>")), "{code:?}");
    assert!(
        code.iter()
            .any(|r| r.contains("columns.cl:10 in put</a>, inlined at <a href=\"#l0-25\">")),
        "{code:?}"
    );
    // A quarter of the lanes.
    assert!(
        page.contains("<i style=\"width: 25.0%\"></i></span><span class=\"part\">25.0%</span>")
    );
    assert!(
        page.contains("Radeon RX Vega 64, f32: 12.66 Top/s"),
        "no roof"
    );
    assert_eq!(page.matches("<rect class=\"work\"").count(), 2);
}

/// What a file says of itself is no HTML: the name of a raw program is that of its file.
#[test]
fn names_are_text() {
    let f = Folder::new();
    let bytes: Vec<u8> = END.iter().flat_map(|w| w.to_le_bytes()).collect();
    let file = f.file("<script>alert(1)<script>.bin", &bytes);
    let (page, _) = page(&f, &format!("{file} --isa gfx803 --global 64 --local 64"));
    assert_eq!(page.matches("<script").count(), 1);
    assert!(page.contains("<title>&lt;script&gt;alert(1)&lt;script&gt;, gfx803</title>"));
    assert!(page.contains("There is none: the kernel did no arithmetic"));
}

/// The browser, if there is one.
fn browser() -> Option<PathBuf> {
    let named = std::env::var_os("GCN_JIT_CHROMIUM").map(PathBuf::from);
    let path = std::env::var_os("PATH").unwrap_or_default();
    let found = || {
        let places = std::env::split_paths(&path).map(|p| p.join("chromium"));
        places.into_iter().find(|p| p.exists())
    };
    named.or_else(found)
}

#[test]
fn a_browser_shows_it_without_complaint() {
    let Some(browser) = browser() else {
        let required = std::env::var_os("GCN_JIT_REQUIRE_CHROMIUM").is_some_and(|v| v == "1");
        assert!(!required, "there is no chromium");
        eprintln!("skipped: there is no chromium");
        return;
    };
    let f = Folder::new();
    let (_, path) = page(&f, COLUMNS);
    let show = |path: &Path| {
        let ran = Command::new("timeout")
            .args(["-k", "5", "100"])
            .arg(&browser)
            .args([
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--enable-logging=stderr",
                "--virtual-time-budget=2000",
                "--dump-dom",
            ])
            .arg(format!("--user-data-dir={}", f.path("profile").display()))
            .arg(format!("file://{}", path.display()))
            .output()
            .unwrap();
        let stderr = String::from_utf8_lossy(&ran.stderr).into_owned();
        assert!(ran.status.success(), "{stderr}");
        let said: Vec<String> = stderr
            .lines()
            .filter(|l| l.contains("CONSOLE"))
            .map(str::to_owned)
            .collect();
        (String::from_utf8(ran.stdout).unwrap(), said)
    };
    let (dom, said) = show(&path);
    assert!(said.is_empty(), "{said:?}");
    // The script has run to its end: it names the columns that it sorts by.
    assert_eq!(
        dom.matches("title=\"Sort by this column\"").count(),
        7,
        "{dom}"
    );
    // The elements are where the page has them.
    assert_eq!(dom.matches("<tr id=\"l0-10\"").count(), 1);
    assert_eq!(dom.matches("</svg>").count(), 2);
    // A complaint would have been heard.
    let broken = std::fs::read_to_string(&path).unwrap();
    let broken = broken.replace("\"use strict\";", "\"use strict\"; no_such_name();");
    let broken = f.file("broken.html", broken.as_bytes());
    let (_, said) = show(Path::new(&broken));
    assert!(said.iter().any(|l| l.contains("no_such_name")), "{said:?}");
}
