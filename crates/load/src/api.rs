//! The few requests that do not go over a socket.

use http::{Method, Request, StatusCode, Uri, header};
use http_body_util::{BodyExt, Full};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use parlor_engine::Seq;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::json;
use serde_json::value::RawValue;

use crate::LoadError;

type Body = Full<tokio_tungstenite::tungstenite::Bytes>;

/// A server's HTTP side.
#[derive(Clone, Debug)]
pub(crate) struct Api {
    client: Client<HttpConnector, Body>,
    server: String,
    authority: String,
}

#[derive(Deserialize)]
struct Refused {
    error: Refusal,
}

#[derive(Deserialize)]
struct Refusal {
    code: String,
    message: String,
}

/// Why a request was refused, from the answer's body.
pub(crate) fn refusal(status: StatusCode, body: &[u8]) -> LoadError {
    match serde_json::from_slice::<Refused>(body) {
        Ok(Refused { error }) => LoadError::Refused {
            code: error.code,
            message: error.message,
        },
        Err(_) => LoadError::Unexpected(format!("an answer with status {status}")),
    }
}

#[derive(Deserialize)]
struct Entered {
    token: String,
}

#[derive(Deserialize, Default)]
pub(crate) struct Log {
    pub(crate) log: Vec<LogLine>,
    /// There is another page; servers before pages send everything.
    #[serde(default)]
    more: bool,
}

#[derive(Deserialize)]
pub(crate) struct LogLine {
    pub(crate) seq: Seq,
    pub(crate) seat: Option<u8>,
    pub(crate) at_ms: i64,
    pub(crate) words: Box<RawValue>,
}

impl Api {
    pub(crate) fn new(server: &str) -> Result<Api, LoadError> {
        let bad = || LoadError::BadUrl(server.to_owned());
        let uri: Uri = server.parse().map_err(|_| bad())?;
        let authority = uri.authority().ok_or_else(bad)?.to_string();
        if uri.scheme_str() != Some("http") || !matches!(uri.path(), "" | "/") {
            return Err(bad());
        }
        Ok(Api {
            client: Client::builder(TokioExecutor::new()).build_http(),
            server: server.trim_end_matches('/').to_owned(),
            authority,
        })
    }

    pub(crate) fn server(&self) -> &str {
        &self.server
    }

    /// `host:port`.
    pub(crate) fn address(&self) -> String {
        match self.authority.rsplit_once(':') {
            Some((_, port)) if port.parse::<u16>().is_ok() => self.authority.clone(),
            _ => format!("{}:80", self.authority),
        }
    }

    /// Enters under a name and returns the token.
    pub(crate) async fn enter(&self, name: &str) -> Result<String, LoadError> {
        let body = json!({ "name": name, "bearer": true }).to_string();
        let request = self
            .request(Method::POST, "/api/v1/session")
            .header(header::CONTENT_TYPE, "application/json")
            .body(Full::from(body));
        let entered: Entered = self.ask(request).await?;
        Ok(entered.token)
    }

    /// The log of a match, as the token's owner may know it.
    pub(crate) async fn log(&self, match_id: &str, token: &str) -> Result<Log, LoadError> {
        let mut whole = Log::default();
        loop {
            let after = whole.log.last().map_or(Seq::START, |line| line.seq);
            let path = format!("/api/v1/matches/{match_id}/log?after={after}");
            let request = self
                .request(Method::GET, &path)
                .header(header::AUTHORIZATION, format!("Bearer {token}"))
                .body(Body::default());
            let page: Log = self.ask(request).await?;
            whole.log.extend(page.log);
            if !page.more {
                return Ok(whole);
            }
        }
    }

    fn request(&self, method: Method, path: &str) -> http::request::Builder {
        Request::builder()
            .method(method)
            .uri(format!("{}{path}", self.server))
    }

    async fn ask<T: DeserializeOwned>(
        &self,
        request: http::Result<Request<Body>>,
    ) -> Result<T, LoadError> {
        let request = request.map_err(|error| LoadError::Unexpected(error.to_string()))?;
        let response = self.client.request(request).await.map_err(|error| {
            use std::error::Error as _;
            let reason = error
                .source()
                .map_or_else(|| error.to_string(), ToString::to_string);
            self.not_there(reason)
        })?;
        let status = response.status();
        let body = response
            .into_body()
            .collect()
            .await
            .map_err(|error| self.not_there(error))?
            .to_bytes();
        if status.is_success() {
            return serde_json::from_slice(&body)
                .map_err(|error| LoadError::Unexpected(error.to_string()));
        }
        Err(refusal(status, &body))
    }

    pub(crate) fn not_there(&self, reason: impl std::fmt::Display) -> LoadError {
        LoadError::NotThere {
            server: self.server.clone(),
            reason: reason.to_string(),
        }
    }
}
