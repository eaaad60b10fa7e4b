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
            "table/unknown" | "match/unknown" | "people/unknown" | "api/unknown" => {
                StatusCode::NOT_FOUND
            }
            "server/too_fast" | "chat/too_fast" | "server/too_many_sockets" => {
                StatusCode::TOO_MANY_REQUESTS
            }
            "request/too_large" => StatusCode::PAYLOAD_TOO_LARGE,
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

/// A JSON body; what cannot be read is refused with a code like everything else.
#[derive(Debug)]
pub(crate) struct Body<T>(pub(crate) T);

impl<T: serde::de::DeserializeOwned, S: Send + Sync> axum::extract::FromRequest<S> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: axum::extract::Request, state: &S) -> Result<Body<T>, ApiError> {
        match Json::<T>::from_request(request, state).await {
            Ok(Json(body)) => Ok(Body(body)),
            Err(rejection) => {
                let code = match rejection.status() {
                    StatusCode::PAYLOAD_TOO_LARGE => "request/too_large",
                    _ => "request/malformed",
                };
                let message = crate::shorten(&rejection.body_text(), 200);
                Err(ApiError(Refusal::new(code, message)))
            }
        }
    }
}
