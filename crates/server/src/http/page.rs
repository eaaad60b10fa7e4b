//! The web page, inside the program. Texts are packed when the page is built
//! (web/scripts/compress.mjs), so that nothing is packed while somebody waits.

use axum::http::{HeaderMap, HeaderName, StatusCode, Uri, header};
use axum::response::{Html, IntoResponse, Response};
use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "../../web/dist"]
struct Page;

/// What is shown when the program was built without the page.
const PLAIN: &str = "<!doctype html><html lang=en><meta charset=utf-8><title>Parlor</title>\
<h1>Parlor</h1><p>This program was built without its web page. The API is at \
<a href=/api/v1/openapi.json>/api/v1/openapi.json</a>; from a terminal: <code>nc HOST 2323</code>.";

/// The best first: name of the coding, ending of the packed file.
const CODINGS: [(&str, &str); 2] = [("br", "br"), ("gzip", "gz")];

/// Files by name; every other address is a place inside the page.
pub(super) async fn serve(uri: Uri, headers: HeaderMap) -> Response {
    find::<Page>(uri.path(), &headers).unwrap_or_else(plain)
}

pub(super) fn plain() -> Response {
    Html(PLAIN).into_response()
}

/// The page itself, for those who add something to it; `None` when there is none.
pub(super) fn index() -> Option<String> {
    let file = Page::get("index.html")?;
    String::from_utf8(file.data.into_owned()).ok()
}

/// Where the games' pictures are, which the front page shows first.
pub(super) fn posters() -> impl Iterator<Item = String> {
    Page::iter()
        .filter(|path| path.starts_with("assets/poster-") && has_ending(path, "svg"))
        .map(|path| format!("/{path}"))
}

/// `None` when there is no page at all.
fn find<P: RustEmbed>(path: &str, headers: &HeaderMap) -> Option<Response> {
    let path = path.trim_start_matches('/');
    let packed = CODINGS.iter().any(|(_, ending)| has_ending(path, ending));
    if let Some(response) = file::<P>(path, headers).filter(|_| !packed) {
        return Some(response);
    }
    if path.starts_with("assets/") || path.contains('.') {
        return Some(StatusCode::NOT_FOUND.into_response());
    }
    file::<P>("index.html", headers)
}

fn has_ending(path: &str, ending: &str) -> bool {
    path.rsplit_once('.').is_some_and(|(_, own)| own == ending)
}

fn file<P: RustEmbed>(path: &str, headers: &HeaderMap) -> Option<Response> {
    let plain = P::get(path)?;
    let hash = plain.metadata.sha256_hash();
    let hash = hash
        .iter()
        .take(12)
        .fold(String::new(), |text, byte| format!("{text}{byte:02x}"));
    let packed = CODINGS.iter().find_map(|(coding, ending)| {
        let file = P::get(&format!("{path}.{ending}"))?;
        accepts(headers, coding).then_some((*coding, file))
    });
    let tag = match packed {
        Some((coding, _)) => format!("\"{hash}-{coding}\""),
        None => format!("\"{hash}\""),
    };
    // Built files carry a hash in their name and never change.
    let keep = if path.starts_with("assets/") {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    };
    let about: [(HeaderName, &str); 3] = [
        (header::ETAG, &tag),
        (header::CACHE_CONTROL, keep),
        (header::VARY, "accept-encoding"),
    ];
    if knows(headers, &tag) {
        return Some((StatusCode::NOT_MODIFIED, about).into_response());
    }
    let kind = mime_guess::from_path(path).first_or_octet_stream();
    let kind = if kind.type_() == "text" {
        format!("{kind}; charset=utf-8")
    } else {
        kind.to_string()
    };
    let kind = [(header::CONTENT_TYPE, kind)];
    Some(match packed {
        Some((coding, file)) => {
            let coding = [(header::CONTENT_ENCODING, coding)];
            (about, kind, coding, file.data).into_response()
        }
        None => (about, kind, plain.data).into_response(),
    })
}

/// Whether the client takes this coding: by its name, or because it takes any.
fn accepts(headers: &HeaderMap, coding: &str) -> bool {
    let wanted = |name: &str| {
        items(headers, &header::ACCEPT_ENCODING).find_map(|item| {
            let mut parts = item.split(';').map(str::trim);
            let same = parts.next()?.eq_ignore_ascii_case(name);
            let weight = parts.find_map(|part| part.strip_prefix("q=")?.parse::<f32>().ok());
            same.then_some(weight.unwrap_or(1.0) > 0.0)
        })
    };
    wanted(coding).or_else(|| wanted("*")).unwrap_or(false)
}

/// Whether the client has this very version already.
fn knows(headers: &HeaderMap, tag: &str) -> bool {
    items(headers, &header::IF_NONE_MATCH)
        .any(|item| item == "*" || item.strip_prefix("W/").unwrap_or(item) == tag)
}

/// The items of a header that is a list.
fn items<'a>(headers: &'a HeaderMap, name: &HeaderName) -> impl Iterator<Item = &'a str> {
    headers
        .get_all(name)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .map(str::trim)
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::body::to_bytes;

    /// A page of two files, one of them packed.
    #[derive(RustEmbed)]
    #[folder = "tests/page"]
    struct Sample;

    struct Got {
        status: u16,
        headers: HeaderMap,
        body: Vec<u8>,
    }

    impl Got {
        fn header(&self, name: &str) -> &str {
            let value = self.headers.get(name).map(|value| value.to_str().unwrap());
            value.unwrap_or_default()
        }
    }

    async fn get(path: &str, sent: &[(HeaderName, &str)]) -> Got {
        let sent = sent
            .iter()
            .map(|(name, value)| (name.clone(), value.parse().unwrap()))
            .collect();
        let response = find::<Sample>(path, &sent).unwrap();
        let (parts, body) = response.into_parts();
        Got {
            status: parts.status.as_u16(),
            headers: parts.headers,
            body: to_bytes(body, 1 << 20).await.unwrap().to_vec(),
        }
    }

    const SCRIPT: &str = "/assets/app-1a2b.js";

    #[tokio::test]
    async fn packed_as_the_client_likes_it() {
        let plain = get(SCRIPT, &[]).await;
        assert_eq!(plain.header("content-encoding"), "");
        for (accepted, coding, magic) in [
            ("gzip, deflate, br, zstd", "br", None),
            ("gzip", "gzip", Some([0x1f, 0x8b])),
            ("br;q=0, gzip;q=0.5", "gzip", Some([0x1f, 0x8b])),
            ("GZIP", "gzip", Some([0x1f, 0x8b])),
            ("*", "br", None),
            ("identity", "", None),
            ("br;q=0", "", None),
            ("", "", None),
        ] {
            let got = get(SCRIPT, &[(header::ACCEPT_ENCODING, accepted)]).await;
            assert_eq!(got.status, 200);
            assert_eq!(got.header("content-encoding"), coding, "{accepted}");
            assert_eq!(got.header("vary"), "accept-encoding");
            assert_eq!(got.header("content-type"), "text/javascript; charset=utf-8");
            if let Some(magic) = magic {
                assert_eq!(got.body[..2], magic);
            }
            if coding.is_empty() {
                assert_eq!(got.body, plain.body);
            } else {
                assert!(got.body.len() < plain.body.len() / 2);
            }
        }
    }

    #[tokio::test]
    async fn kept_by_the_client() {
        let script = get(SCRIPT, &[(header::ACCEPT_ENCODING, "br")]).await;
        assert!(script.header("cache-control").contains("immutable"));
        let page = get("/", &[]).await;
        assert_eq!(page.header("cache-control"), "no-cache");
        assert_ne!(page.header("etag"), "");
        assert_ne!(get(SCRIPT, &[]).await.header("etag"), script.header("etag"));
        for known in [
            page.header("etag").to_owned(),
            format!("\"other\", W/{}", page.header("etag")),
        ] {
            let again = get("/some/place", &[(header::IF_NONE_MATCH, &known)]).await;
            assert_eq!((again.status, again.body.len()), (304, 0));
            assert_eq!(again.header("etag"), page.header("etag"));
            assert_eq!(again.header("vary"), "accept-encoding");
        }
        let stale = get("/", &[(header::IF_NONE_MATCH, "\"other\"")]).await;
        assert_eq!((stale.status, stale.body), (200, page.body));
    }

    #[tokio::test]
    async fn nothing_else_is_given_out() {
        for path in [
            "/assets/app-1a2b.js.br",
            "/assets/app-1a2b.js.gz",
            "/assets/other.js",
            "/favicon.ico",
        ] {
            assert_eq!(get(path, &[]).await.status, 404, "{path}");
        }
        assert_eq!(get("/match/abc", &[]).await.status, 200);
    }
}
