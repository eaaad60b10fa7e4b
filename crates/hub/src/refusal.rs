//! Why a request was refused, on every door alike. Code, HTTP status, meaning and the list in
//! docs/protocol.md come from the one table below.

use std::borrow::Cow;
use std::fmt;

use http::StatusCode;
use parlor_engine::{Rejection, RejectionKind};
use parlor_store::StoreError;

macro_rules! codes {
    ($($name:ident $text:literal $status:ident $meaning:literal;)*) => {
        /// A stable name for programs.
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub enum Code {
            $($name,)*
            /// What the rules of a game refuse, in the game's own word.
            Action(Cow<'static, str>),
        }

        impl Code {
            /// All but those of games.
            pub const ALL: &'static [Code] = &[$(Code::$name),*];

            pub fn as_str(&self) -> Cow<'static, str> {
                match self {
                    $(Code::$name => Cow::Borrowed($text),)*
                    Code::Action(word) => Cow::Owned(format!("action/{word}")),
                }
            }

            pub fn status(&self) -> StatusCode {
                match self {
                    $(Code::$name => StatusCode::$status,)*
                    Code::Action(_) => StatusCode::BAD_REQUEST,
                }
            }

            /// For the documents.
            pub fn meaning(&self) -> &'static str {
                match self {
                    $(Code::$name => $meaning,)*
                    Code::Action(_) => "the rules of the game do not allow it",
                }
            }
        }
    };
}

codes! {
    AdminBan "admin/ban" NOT_FOUND "there is no such ban";
    AdminLine "admin/line" NOT_FOUND "there is no such line of chat";
    AdminLink "admin/link" FORBIDDEN "the operator's link is used up or wrong";
    AdminNotAllowed "admin/not_allowed" FORBIDDEN "only those who answer for the house may do that";
    AdminOperator "admin/operator" CONFLICT "an operator cannot be banned";
    AdminRange "admin/range" BAD_REQUEST "this is no range of addresses, or too wide a one";
    AdminReport "admin/report" NOT_FOUND "there is no such report";
    AlertAddress "alert/address" BAD_REQUEST "this is no mail address";
    AlertLink "alert/link" GONE "the link of the mail has been used or has expired";
    AlertNoMail "alert/no_mail" CONFLICT "the house cannot send mail";
    AlertNotSent "alert/not_sent" BAD_GATEWAY "the message could not be sent there";
    AlertSettings "alert/settings" BAD_REQUEST "there are no such times";
    AlertTarget "alert/target" BAD_REQUEST "nothing can be sent to this address, or it is inside the house's own network";
    AlertTooMany "alert/too_many" CONFLICT "you are told at so many places already";
    AlertUnconfirmed "alert/unconfirmed" CONFLICT "the address is not confirmed, or is switched off";
    AlertUnknown "alert/unknown" NOT_FOUND "there is no such place to be told at";
    AnalysisGame "analysis/game" BAD_REQUEST "the record or match is one of another game";
    AnalysisNotCasual "analysis/not_casual" FORBIDDEN "a running match may be analysed only if it is unrated and all others are bots";
    AnalysisPlaying "analysis/playing" FORBIDDEN "nothing is evaluated for somebody who plays this game against people right now";
    AnalysisRecord "analysis/record" BAD_REQUEST "the record is none, or does not hold";
    AnalysisStep "analysis/step" BAD_REQUEST "a line goes forward: nothing is taken back in it";
    AnalysisTooFast "analysis/too_fast" TOO_MANY_REQUESTS "too many positions in a short time";
    AnalysisTooLong "analysis/too_long" BAD_REQUEST "the line or the record has too many entries";
    ApiMethod "api/method" METHOD_NOT_ALLOWED "the address does not answer to that method";
    ApiUnknown "api/unknown" NOT_FOUND "there is nothing at this address";
    BotNoAdvice "bot/no_advice" INTERNAL_SERVER_ERROR "no bot can say anything about this position";
    ChallengeBlocked "challenge/blocked" FORBIDDEN "one of the two has blocked the other";
    ChallengeDeclined "challenge/declined" CONFLICT "this person does not want to come to this table";
    ChallengePending "challenge/pending" CONFLICT "this person has been challenged already";
    ChallengeSeated "challenge/seated" CONFLICT "this person sits at the table already";
    ChallengeSelf "challenge/self" BAD_REQUEST "nobody can challenge themselves";
    ChallengeTooFast "challenge/too_fast" TOO_MANY_REQUESTS "too many challenges in a short time";
    ChallengeTooMany "challenge/too_many" TOO_MANY_REQUESTS "too many challenges are open";
    ChallengeUnknown "challenge/unknown" NOT_FOUND "there is no such challenge";
    ChatEmpty "chat/empty" BAD_REQUEST "there is nothing to say";
    ChatNotSeated "chat/not_seated" FORBIDDEN "only those who play or watch may speak at this table";
    ChatTooFast "chat/too_fast" TOO_MANY_REQUESTS "too many lines in a short time";
    ChatTooLong "chat/too_long" BAD_REQUEST "a line is too long";
    GroupTooMany "group/too_many" BAD_REQUEST "too many names at once, or in one group";
    GroupUnknown "group/unknown" NOT_FOUND "there is no such group, or somebody else leads it";
    HintNotCasual "hint/not_casual" FORBIDDEN "hints are for unrated matches against bots";
    HintNotYourTurn "hint/not_your_turn" CONFLICT "hints are for the seat that has the move";
    MatchBotsDecline "match/bots_decline" CONFLICT "bots agree to no draw";
    MatchCorrupt "match/corrupt" INTERNAL_SERVER_ERROR "the stored match cannot be read";
    MatchCurtain "match/curtain" CONFLICT "the screen is being handed over: the curtain must be lifted first";
    MatchFailed "match/failed" INTERNAL_SERVER_ERROR "the match ran into an error of the program and was unloaded; its log is safe";
    MatchNoOffer "match/no_offer" CONFLICT "there is no offer to answer";
    MatchNoPosition "match/no_position" NOT_FOUND "the match has no such entry";
    MatchNoTakeBack "match/no_take_back" FORBIDDEN "this table plays without take-backs";
    MatchNoWatching "match/no_watching" FORBIDDEN "this match may not be watched";
    MatchNotAlone "match/not_alone" CONFLICT "several have stayed: nobody alone can claim the win";
    MatchNotNext "match/not_next" CONFLICT "the screen does not wait for that seat";
    MatchNotSeated "match/not_seated" FORBIDDEN "only the players of the match may do that";
    MatchNotStarted "match/not_started" CONFLICT "the match has not started";
    MatchOver "match/over" CONFLICT "the match is over";
    MatchRunning "match/running" CONFLICT "this can be had when the match is over";
    MatchStale "match/stale" CONFLICT "the match has moved on since the position the move was meant for";
    MatchTooLong "match/too_long" CONFLICT "the match has as many entries as a match may have";
    MatchTooMany "match/too_many" TOO_MANY_REQUESTS "the connection follows too many matches";
    MatchUnknown "match/unknown" NOT_FOUND "there is no such match";
    PeopleBadToken "people/bad_token" UNAUTHORIZED "the token is none, or its session has ended";
    PeopleBanned "people/banned" FORBIDDEN "you are kept out, with the reason and for how long";
    PeopleClosed "people/closed" FORBIDDEN "the house takes no new names, or only by invitation";
    PeopleInvite "people/invite" FORBIDDEN "the invitation is used up or has expired";
    PeopleLink "people/link" GONE "the link has been used or has expired";
    PeopleMembersOnly "people/members_only" UNAUTHORIZED "the house is not open, and shows people, tables and matches to those who have come in";
    PeopleName "people/name" BAD_REQUEST "this cannot be a name";
    PeopleNameTaken "people/name_taken" CONFLICT "somebody else has this name";
    PeoplePassword "people/password" BAD_REQUEST "this cannot be a password";
    PeoplePasswordNeeded "people/password_needed" FORBIDDEN "the name is protected by a password";
    PeoplePhrase "people/phrase" FORBIDDEN "no name has this recovery phrase";
    PeoplePhraseNeeded "people/phrase_needed" FORBIDDEN "the name is kept by a recovery phrase";
    PeopleSessionEnded "people/session_ended" UNAUTHORIZED "the session has ended";
    PeopleSignIn "people/sign_in" UNAUTHORIZED "a name is needed first";
    PeopleTooManyGuesses "people/too_many_guesses" TOO_MANY_REQUESTS "too many wrong passwords; wait";
    PeopleTooManySessions "people/too_many_sessions" CONFLICT "the name is signed in on too many devices";
    PeopleTooManyWishes "people/too_many_wishes" CONFLICT "too many people are muted or blocked";
    PeopleUnknown "people/unknown" NOT_FOUND "there is nobody of that name";
    PeopleUnknownSession "people/unknown_session" NOT_FOUND "there is no such session";
    PeopleWrongPassword "people/wrong_password" FORBIDDEN "the password is wrong";
    PeopleYourself "people/yourself" BAD_REQUEST "this cannot be asked about oneself";
    PuzzleGame "puzzle/game" NOT_FOUND "there are no puzzles of this game";
    PuzzleNone "puzzle/none" NOT_FOUND "there is no puzzle left that was not tried";
    PuzzleTooLong "puzzle/too_long" BAD_REQUEST "the moves are longer than any solution";
    PuzzleUnknown "puzzle/unknown" NOT_FOUND "there is no such puzzle";
    ReportReason "report/reason" BAD_REQUEST "a report needs a reason of at most 500 characters";
    ReportTooMany "report/too_many" TOO_MANY_REQUESTS "too many reports in a day";
    RequestBadId "request/bad_id" BAD_REQUEST "the command's id is too long, or belongs to another command";
    RequestContentType "request/content_type" UNSUPPORTED_MEDIA_TYPE "the body must be JSON and say so";
    RequestMalformed "request/malformed" BAD_REQUEST "the request cannot be read";
    RequestNeedsSocket "request/needs_socket" BAD_REQUEST "the command pushes messages and needs the socket";
    RequestTooLarge "request/too_large" PAYLOAD_TOO_LARGE "the request is too large";
    RequestTooSlow "request/too_slow" REQUEST_TIMEOUT "the request took too long to come";
    RequestUnknown "request/unknown" BAD_REQUEST "there is no such command";
    ReviewFailed "review/failed" INTERNAL_SERVER_ERROR "the review failed";
    ServerBusy "server/busy" SERVICE_UNAVAILABLE "too many requests at once";
    ServerHost "server/host" MISDIRECTED_REQUEST "the house is not called so";
    ServerOrigin "server/origin" FORBIDDEN "the request comes from another site's page";
    ServerTooFast "server/too_fast" TOO_MANY_REQUESTS "too many requests from this address or connection";
    ServerTooManySockets "server/too_many_sockets" TOO_MANY_REQUESTS "too many connections from this address";
    ServerUnavailable "server/unavailable" SERVICE_UNAVAILABLE "the store does not answer; nothing was done, or a resend will tell";
    TableBlocked "table/blocked" FORBIDDEN "somebody at the table has blocked you, or you them";
    TableBotLevel "table/bot_level" BAD_REQUEST "there is no such bot";
    TableBots "table/bots" BAD_REQUEST "a table needs a person";
    TableClock "table/clock" BAD_REQUEST "the clock is out of bounds";
    TableCode "table/code" NOT_FOUND "no table has this code";
    TableCodeEnded "table/code_ended" GONE "the table with this code is closed, or its match is over";
    TableCorrupt "table/corrupt" INTERNAL_SERVER_ERROR "the stored table cannot be read";
    TableFull "table/full" CONFLICT "all seats are taken";
    TableName "table/name" BAD_REQUEST "this cannot be a table's name";
    TableNoSeat "table/no_seat" BAD_REQUEST "the table has no such seat, or nobody sits there";
    TableNoTakeOver "table/no_take_over" CONFLICT "no bot can take over this seat";
    TableNotHost "table/not_host" FORBIDDEN "only the host may do that";
    TableNotOver "table/not_over" CONFLICT "the match is not over";
    TableNotReady "table/not_ready" CONFLICT "the table does not wait for this";
    TableNotSeated "table/not_seated" FORBIDDEN "only those at the table may do that";
    TableOption "table/option" BAD_REQUEST "an option of the game is wrong";
    TableOver "table/over" CONFLICT "the match is over";
    TablePosition "table/position" BAD_REQUEST "no match can start from this position, or not at such a table";
    TablePrivate "table/private" FORBIDDEN "the table is by invitation only";
    TableScreen "table/screen" BAD_REQUEST "a screen is shared by two to six people with different names";
    TableSeatTaken "table/seat_taken" CONFLICT "the seat is taken";
    TableSeats "table/seats" BAD_REQUEST "the game is not played by so many";
    TableStarted "table/started" CONFLICT "the match has started";
    TableState "table/state" BAD_REQUEST "the position breaks the game's rules";
    TableStillHere "table/still_here" CONFLICT "the player has not been away for long enough";
    TableTooFew "table/too_few" CONFLICT "more people are needed";
    TableTooMany "table/too_many" CONFLICT "you sit at too many tables";
    TableTooManyGuesses "table/too_many_guesses" TOO_MANY_REQUESTS "too many codes were tried; wait";
    TableTooManyRunning "table/too_many_running" CONFLICT "you play too many matches at once";
    TableUnknown "table/unknown" NOT_FOUND "there is no such table";
    TableUnknownGame "table/unknown_game" NOT_FOUND "there is no such game";
    TableWithdrawn "table/withdrawn" CONFLICT "the request for a partner was withdrawn";
    VacationDays "vacation/days" BAD_REQUEST "a vacation does not have so many days";
    VacationTooMany "vacation/too_many" CONFLICT "so many days off are not left this year";
}

/// A refused request: a code for programs, a sentence for people. Database texts and hidden
/// information never enter it.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{message}")]
pub struct Refusal {
    pub code: Code,
    pub message: Cow<'static, str>,
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.as_str())
    }
}

impl serde::Serialize for Code {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.as_str())
    }
}

impl Refusal {
    pub fn new(code: Code, message: impl Into<Cow<'static, str>>) -> Refusal {
        Refusal {
            code,
            message: message.into(),
        }
    }

    /// Counts it: once for every refusal that reaches somebody.
    pub fn count(&self) {
        metrics::counter!("parlor_rejects_total", "code" => self.code.to_string()).increment(1);
    }

    /// It may be different in a moment, without anybody having done anything.
    pub fn is_temporary(&self) -> bool {
        matches!(self.code, Code::ServerBusy | Code::ServerUnavailable)
    }

    pub fn is_unknown_table(&self) -> bool {
        self.code == Code::TableUnknown
    }

    pub fn curtain() -> Refusal {
        let message = "the screen is being handed over: lift the curtain first";
        Refusal::new(Code::MatchCurtain, message)
    }

    pub fn unknown_table() -> Refusal {
        let message = "there is no such table; it may have been closed";
        Refusal::new(Code::TableUnknown, message)
    }

    pub fn unknown_match() -> Refusal {
        Refusal::new(Code::MatchUnknown, "there is no such match")
    }

    pub fn no_watching() -> Refusal {
        Refusal::new(Code::MatchNoWatching, "this match may not be watched")
    }

    pub fn not_seated() -> Refusal {
        let message = "only the players of this match may do that";
        Refusal::new(Code::MatchNotSeated, message)
    }

    pub fn match_failed() -> Refusal {
        let message = "this match ran into an error of the program; its log is safe";
        Refusal::new(Code::MatchFailed, message)
    }

    pub fn session_ended() -> Refusal {
        let message = "the session has ended; sign in again";
        Refusal::new(Code::PeopleSessionEnded, message)
    }

    pub fn sign_in() -> Refusal {
        Refusal::new(Code::PeopleSignIn, "choose a name first")
    }

    pub fn members_only() -> Refusal {
        let message = "this house shows its people and matches to those who have come in";
        Refusal::new(Code::PeopleMembersOnly, message)
    }

    pub fn busy() -> Refusal {
        let message = "too many requests at once; try again in a moment";
        Refusal::new(Code::ServerBusy, message)
    }

    pub fn unavailable() -> Refusal {
        let message = "this cannot be done right now; try again in a moment";
        Refusal::new(Code::ServerUnavailable, message)
    }
}

impl From<Rejection> for Refusal {
    fn from(rejection: Rejection) -> Refusal {
        let code = match rejection.kind {
            RejectionKind::Action => Code::Action(rejection.code),
            RejectionKind::Options => Code::TableOption,
            RejectionKind::Seats => Code::TableSeats,
            RejectionKind::State => Code::TableState,
        };
        Refusal::new(code, rejection.message)
    }
}

impl From<StoreError> for Refusal {
    fn from(error: StoreError) -> Refusal {
        crate::ops::store_failed("the store does not answer as it should", &error);
        Refusal::unavailable()
    }
}
