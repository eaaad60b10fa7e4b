use axum::Json;
use axum::http::HeaderValue;
use axum::http::header::CONNECTION;
use axum::response::{IntoResponse, Response};
use parlor_hub::{Code, Refusal};
use serde_json::{Value, json};

/// A refusal as an HTTP answer: the status follows from the code.
#[derive(Debug)]
pub(crate) struct ApiError(pub(crate) Refusal);

impl From<Refusal> for ApiError {
    fn from(refusal: Refusal) -> ApiError {
        ApiError(refusal)
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let ApiError(refusal) = self;
        refusal.count();
        let mut response = (refusal.code.status(), Json(error_body(&refusal))).into_response();
        if refusal.code == Code::RequestTooSlow {
            // The rest of the body may never come: nothing else can be read here.
            let close = HeaderValue::from_static("close");
            response.headers_mut().insert(CONNECTION, close);
        }
        response
    }
}

/// What every refusal of the API looks like.
pub(super) fn error_body(refusal: &Refusal) -> Value {
    json!({ "error": { "code": refusal.code, "message": refusal.message } })
}

/// There is nothing at this address.
pub(super) async fn unknown() -> ApiError {
    let message = "there is nothing at this address of the API";
    ApiError(Refusal::new(Code::ApiUnknown, message))
}

/// The address is right, the method is not.
pub(super) async fn wrong_method() -> ApiError {
    let message = "this address of the API does not answer to that method";
    ApiError(Refusal::new(Code::ApiMethod, message))
}
