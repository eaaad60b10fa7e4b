//! Links that unfold: the page's addresses carry a title, a sentence and a picture (Open Graph), so
//! that a message with one of them shows what it leads to.
//!
//! All of it is what anybody with the link may see: a private table needs the secret of its
//! invite link, and positions come from the spectators' view.

mod pictures;
mod words;

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, Uri, header};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use parlor_cards::Card;
use serde::Deserialize;

use super::error::ApiError;
use super::extract::Query;
use super::headers::is_secure;
use super::{Door, boards, games, page};

use parlor_hub::matches::Reader;
use parlor_hub::protocol::{Status, TableInfo};
use parlor_hub::{Code, MatchId, Refusal};
pub(crate) use pictures::CardPictures;
use words::Language;

pub(super) fn router() -> Router<Door> {
    Router::new()
        .route("/", get(house))
        .route("/t/{id}", get(table))
        .route("/rules/{game}", get(game))
        .route("/new/{game}", get(game))
        .merge(pictures::router())
}

#[derive(Deserialize, Debug, Default)]
#[serde(default)]
pub(super) struct Link {
    invite: Option<String>,
}

/// What a link says before somebody follows it.
struct Unfolded {
    title: String,
    text: String,
    /// The address of its picture in this house.
    picture: String,
}

async fn house(uri: Uri, headers: HeaderMap) -> Response {
    let language = Language::of(&headers);
    send(&uri, &headers, language, &Unfolded::house(language))
}

/// The last part of an address. Whatever it is, the page itself says what is wrong with it.
fn last(uri: &Uri) -> &str {
    uri.path().rsplit('/').next().unwrap_or_default()
}

async fn game(uri: Uri, headers: HeaderMap) -> Response {
    let language = Language::of(&headers);
    let unfolded = match parlor_catalog::game(last(&uri)) {
        Some(game) => Unfolded::game(language, game.meta()),
        None => Unfolded::house(language),
    };
    send(&uri, &headers, language, &unfolded)
}

async fn table(
    State(door): State<Door>,
    link: Result<Query<Link>, ApiError>,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    let language = Language::of(&headers);
    let link = link.map_or_else(|_| Link::default(), |Query(link)| link);
    let found = match MatchId::parse(last(&uri)) {
        Some(id) => shown_table(&door, id, link.invite.as_deref()).await.ok(),
        None => None,
    };
    // Whoever may not see it reads what a wrong link says.
    let unfolded = match found {
        Some(table) => Unfolded::table(language, &table, link.invite.as_deref()),
        None => Unfolded::house(language),
    };
    send(&uri, &headers, language, &unfolded)
}

/// The table, as somebody may see it who has this link and no name.
async fn shown_table(door: &Door, id: MatchId, invite: Option<&str>) -> Result<TableInfo, Refusal> {
    let table = door.hub.tables.get(id).await?;
    door.hub.may_see(None, &table, invite)?;
    if table.private && invite != Some(table.invite.as_str()) {
        let message = "this table is by invitation only";
        return Err(Refusal::new(Code::TablePrivate, message));
    }
    Ok(table.info(None))
}

/// The card of a table: its position if it may be watched.
async fn table_card(door: &Door, id: MatchId, invite: Option<String>) -> Result<Card, Refusal> {
    let table = shown_table(door, id, invite.as_deref()).await?;
    let begun = matches!(table.status, Status::Running | Status::Over);
    let view = match (begun, table.private) {
        (false, _) => None,
        (true, false) => boards::public_view(door, id).await,
        (true, true) => {
            let reader = Reader {
                player: None,
                invite,
            };
            let seen = door.hub.matches.glance(id, reader).await.ok();
            seen.map(|seen| seen.view.get().to_owned())
        }
    };
    Ok(words::card(&table, view))
}

/// The page with these words in its head.
fn send(uri: &Uri, headers: &HeaderMap, language: Language, it: &Unfolded) -> Response {
    let origin = origin(headers);
    let place = escape(&format!("{origin}{}", uri.path()));
    let (title, text) = (escape(&it.title), escape(&it.text));
    let picture = escape(&format!("{origin}{}", it.picture));
    let locale = language.locale();
    let tags = format!(
        r#"<meta property="og:site_name" content="Parlor" /><meta property="og:type" content="website" /><meta property="og:locale" content="{locale}" /><meta property="og:url" content="{place}" /><meta property="og:title" content="{title}" /><meta property="og:description" content="{text}" /><meta property="og:image" content="{picture}" /><meta property="og:image:type" content="image/png" /><meta property="og:image:width" content="{}" /><meta property="og:image:height" content="{}" /><meta property="og:image:alt" content="{title}" /><meta name="twitter:card" content="summary_large_image" />"#,
        parlor_cards::WIDTH,
        parlor_cards::HEIGHT,
    );
    let Some(html) = page::index() else {
        return page::plain();
    };
    // What the front page shows first, asked for while its code still comes.
    let posters = page::posters().filter(|_| uri.path() == "/");
    let link = |at: String| format!(r#"<link rel="preload" as="image" href="{at}" />"#);
    let pictures = posters.map(link).collect::<Vec<_>>().concat();
    // Data, which no browser runs; a `<` in it must not end it.
    let games = games::catalogue().to_string().replace('<', "\\u003c");
    let games = format!(r#"<script type="application/json" id="games">{games}</script>"#);
    let html = html.replacen("</head>", &format!("{tags}{pictures}{games}</head>"), 1);
    let about = [
        (header::CACHE_CONTROL, "no-cache"),
        (header::VARY, "accept-language"),
    ];
    (about, Html(html)).into_response()
}

/// How the house is called by whoever asks; pictures need a whole address.
fn origin(headers: &HeaderMap) -> String {
    let host = headers.get(header::HOST).and_then(|it| it.to_str().ok());
    let scheme = if is_secure(headers) { "https" } else { "http" };
    host.map_or_else(String::new, |host| format!("{scheme}://{host}"))
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
