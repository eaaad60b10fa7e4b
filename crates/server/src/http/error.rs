use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::json;

use crate::Refusal;

/// A refusal as an HTTP answer: the status follows from the code.
#[derive(Debug)]
pub(crate) struct ApiError(pub(crate) Refusal);

impl From<Refusal> for ApiError {
    fn from(refusal: Refusal) -> ApiError {
        ApiError(refusal)
    }
}

impl ApiError {
    fn status(&self) -> StatusCode {
        match self.0.code.as_ref() {
            "people/sign_in" | "people/bad_token" => StatusCode::UNAUTHORIZED,
            "people/password_needed"
            | "people/wrong_password"
            | "match/not_seated"
            | "match/no_watching"
            | "table/private"
            | "table/not_host"
            | "server/origin"
            | "chat/not_seated" => StatusCode::FORBIDDEN,
            "table/unknown"
            | "match/unknown"
            | "people/unknown"
            | "people/unknown_session"
            | "api/unknown" => StatusCode::NOT_FOUND,
            "server/too_fast" | "chat/too_fast" | "server/too_many_sockets" => {
                StatusCode::TOO_MANY_REQUESTS
            }
            "api/method" => StatusCode::METHOD_NOT_ALLOWED,
            "request/too_large" => StatusCode::PAYLOAD_TOO_LARGE,
            "request/content_type" => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "server/busy" | "server/unavailable" => StatusCode::SERVICE_UNAVAILABLE,
            "people/name_taken" | "match/stale" | "table/full" | "table/seat_taken"
            | "table/started" | "table/over" | "match/over" => StatusCode::CONFLICT,
            _ => StatusCode::BAD_REQUEST,
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        metrics::counter!("parlor_rejects_total", "code" => self.0.code.to_string()).increment(1);
        let body = json!({ "error": { "code": self.0.code, "message": self.0.message } });
        (self.status(), Json(body)).into_response()
    }
}

/// There is nothing at this address.
pub(super) async fn unknown() -> ApiError {
    ApiError(Refusal::new(
        "api/unknown",
        "there is nothing at this address of the API",
    ))
}

/// The address is right, the method is not.
pub(super) async fn wrong_method() -> ApiError {
    ApiError(Refusal::new(
        "api/method",
        "this address of the API does not answer to that method",
    ))
}
