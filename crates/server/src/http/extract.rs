//! What a request carries. What cannot be read is refused with a code like everything else.

use axum::Json;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::StatusCode;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

use super::ApiError;
use crate::{Code, Refusal};

/// A JSON body.
#[derive(Debug)]
pub(crate) struct Body<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Body<T>, ApiError> {
        match Json::<T>::from_request(request, state).await {
            Ok(Json(body)) => Ok(Body(body)),
            Err(rejection) => {
                let text = rejection.body_text();
                let code = match rejection.status() {
                    StatusCode::PAYLOAD_TOO_LARGE => Code::RequestTooLarge,
                    StatusCode::UNSUPPORTED_MEDIA_TYPE => Code::RequestContentType,
                    _ => Code::RequestMalformed,
                };
                Err(refused(code, &text))
            }
        }
    }
}

/// The variable parts of the address.
#[derive(Debug)]
pub(crate) struct Path<T>(pub(crate) T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for Path<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Path<T>, ApiError> {
        match axum::extract::Path::from_request_parts(parts, state).await {
            Ok(axum::extract::Path(path)) => Ok(Path(path)),
            Err(rejection) => Err(refused(Code::RequestMalformed, &rejection.body_text())),
        }
    }
}

/// What follows the question mark.
#[derive(Debug)]
pub(crate) struct Query<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Query<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Query<T>, ApiError> {
        match axum::extract::Query::from_request_parts(parts, state).await {
            Ok(axum::extract::Query(query)) => Ok(Query(query)),
            Err(rejection) => Err(refused(Code::RequestMalformed, &rejection.body_text())),
        }
    }
}

fn refused(code: Code, text: &str) -> ApiError {
    ApiError(Refusal::new(code, crate::shorten(text, 200)))
}
