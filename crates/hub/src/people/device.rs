//! What a browser calls itself, in a word or two that its owner recognises.

/// The first that is found: later ones are also part of what the earlier ones say.
const BROWSERS: [(&str, &str); 8] = [
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
];
const SYSTEMS: [(&str, &str); 7] = [
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Mac OS X", "macOS"),
    ("Linux", "Linux"),
];
const LONGEST: usize = 40;

/// A label for lists of devices. Never the header itself: it could say anything.
pub fn device(user_agent: &str) -> String {
    let find = |list: &[(&str, &'static str)]| {
        let found = list.iter().find(|(sign, _)| user_agent.contains(sign));
        found.map(|&(_, name)| name)
    };
    match (find(&BROWSERS), find(&SYSTEMS)) {
        (Some(browser), Some(system)) => format!("{browser}, {system}"),
        (Some(name), None) | (None, Some(name)) => name.to_owned(),
        (None, None) => program(user_agent),
    }
}

/// `curl/8.5` is curl.
fn program(user_agent: &str) -> String {
    let name: String = user_agent
        .chars()
        .take_while(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'))
        .take(LONGEST)
        .collect();
    if name.is_empty() {
        "a program".to_owned()
    } else {
        name
    }
}

#[cfg(test)]
mod tests {
    use super::device;

    #[test]
    fn usual_browsers() {
        for (header, label) in [
            (
                "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36",
                "Chrome, Linux",
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 17_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.2 Mobile/15E148 Safari/604.1",
                "Safari, iPhone",
            ),
            (
                "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0 Mobile Safari/537.36",
                "Chrome, Android",
            ),
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:121.0) Gecko/20100101 Firefox/121.0",
                "Firefox, Windows",
            ),
            (
                "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/120.0 Safari/537.36 Edg/120.0",
                "Edge, Windows",
            ),
            ("curl/8.5.0", "curl"),
            ("", "a program"),
            ("<b>bad</b>", "a program"),
        ] {
            assert_eq!(device(header), label, "{header}");
        }
    }
}
