//! The description of the API. It is written by the test below, which holds it against the handlers.

use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;

const DOCUMENT: &str = include_str!("../../../../docs/openapi.json");

pub(super) async fn document() -> impl IntoResponse {
    ([(CONTENT_TYPE, "application/json")], DOCUMENT)
}

#[cfg(all(test, feature = "describe"))]
mod tests {
    use utoipa::OpenApi;

    use super::super::{
        admin, alerts, analysis, assets, boards, bots, codes, commands, games, groups, house,
        matches, people, players, preview, puzzles, relations, session, tables, vacation,
    };

    /// Made from the handlers themselves.
    #[derive(OpenApi, Debug)]
    #[openapi(
        info(
            title = "Parlor",
            description = "A house of turn-based games. Sign in with POST /api/v1/session; programs \
                           ask for a bearer token there. BusMessage comes over the socket at /ws. Every \
                           refusal is {\"error\":{\"code\",\"message\"}} with a stable code.",
            license(name = "MIT", identifier = "MIT")
        ),
        paths(
            admin::act,
            admin::claim,
            session::enter,
            session::who,
            session::recover,
            session::use_link,
            session::leave,
            session::protect,
            session::new_phrase,
            session::new_link,
            session::tokens,
            session::end_others,
            session::new_token,
            session::end_all,
            session::revoke,
            games::games,
            house::house,
            house::logo,
            codes::code,
            groups::own,
            groups::cards,
            groups::remove,
            assets::world,
            tables::list,
            tables::create,
            tables::one,
            tables::join,
            tables::leave,
            tables::start,
            tables::quick,
            tables::cancel,
            matches::snapshot,
            matches::log,
            matches::view,
            matches::record,
            matches::play,
            boards::boards,
            preview::preview,
            bots::hint,
            bots::review,
            analysis::look,
            analysis::preview,
            analysis::outcomes,
            analysis::import,
            analysis::evaluate,
            analysis::stop,
            puzzles::overview,
            puzzles::today,
            puzzles::next,
            puzzles::one,
            puzzles::attempt,
            puzzles::hint,
            puzzles::give_up,
            puzzles::history,
            commands::command,
            people::people,
            people::opponents,
            relations::relations,
            relations::wish,
            relations::report,
            players::player,
            players::history,
            players::my_games,
            players::leaderboard,
            vacation::show,
            vacation::take,
            vacation::end,
            alerts::show,
            alerts::settings,
            alerts::push,
            alerts::mail,
            alerts::hook,
            alerts::switch,
            alerts::remove,
            alerts::try_out,
            alerts::confirm,
            alerts::stop,
        )
    )]
    struct Api;

    /// `UPDATE=1` writes the file anew.
    #[test]
    fn the_api_is_described() {
        let mut made = Api::openapi().to_pretty_json().unwrap();
        made.push('\n');
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/openapi.json");
        if std::env::var_os("UPDATE").is_some() {
            std::fs::write(file, &made).unwrap();
        }
        let kept = std::fs::read_to_string(file).unwrap_or_default();
        assert!(
            kept == made,
            "{file} is out of date: run this test with UPDATE=1"
        );
    }
}
