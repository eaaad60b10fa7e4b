use axum::http::{StatusCode, Uri, header};
use axum::response::{Html, IntoResponse, Response};
use rust_embed::RustEmbed;

/// The web page, inside the program.
#[derive(RustEmbed)]
#[folder = "../../web/dist"]
struct Page;

/// What is shown when the program was built without the page.
const PLAIN: &str = "<!doctype html><html lang=en><meta charset=utf-8><title>Parlor</title>\
<h1>Parlor</h1><p>This program was built without its web page. The API is at \
<a href=/api/v1/openapi.json>/api/v1/openapi.json</a>; from a terminal: <code>nc HOST 2323</code>.";

/// Files by name; every other address is a place inside the page.
pub(super) async fn serve(uri: Uri) -> Response {
    let path = uri.path().trim_start_matches('/');
    if let Some(file) = Page::get(path) {
        let kind = mime_guess::from_path(path).first_or_octet_stream();
        // Built files carry a hash in their name and never change.
        let keep = if path.starts_with("assets/") {
            "public, max-age=31536000, immutable"
        } else {
            "no-cache"
        };
        let headers = [
            (header::CONTENT_TYPE, kind.as_ref().to_owned()),
            (header::CACHE_CONTROL, keep.to_owned()),
        ];
        return (headers, file.data).into_response();
    }
    if path.starts_with("assets/") || path.contains('.') {
        return StatusCode::NOT_FOUND.into_response();
    }
    match Page::get("index.html") {
        Some(file) => ([(header::CACHE_CONTROL, "no-cache")], Html(file.data)).into_response(),
        None => Html(PLAIN).into_response(),
    }
}
