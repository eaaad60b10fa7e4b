//! Traces of a running house for those who ask for them: the spans of [`TARGET`] go to an OpenTelemetry
//! collector, by OTLP over HTTP.
//!
//! They are sent in groups by a thread of their own. When the collector does not keep up or is away,
//! spans are lost and nobody waits.

use std::time::Duration;

use async_trait::async_trait;
use opentelemetry::trace::TracerProvider as _;
use opentelemetry_http::{Bytes, HttpClient, HttpError, Request, Response};
use opentelemetry_otlp::{
    ExporterBuildError, Protocol, SpanExporter, WithExportConfig as _, WithHttpConfig as _,
};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::trace::SdkTracerProvider;
use parlor_tls::{Https, TlsError};
use tokio::runtime::Handle;
use tracing::Subscriber;
use tracing_subscriber::Layer;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::registry::LookupSpan;

/// The target of the spans that are sent: those of requests, commands and commits, and nothing that a
/// library says about its own work.
pub const TARGET: &str = "parlor::trace";
/// Where collectors take traces.
const PATH: &str = "/v1/traces";
/// For what is left when the house closes.
const LAST_CALL: Duration = Duration::from_secs(3);

/// Spans on their way to a collector.
#[derive(Debug)]
pub struct Traces(SdkTracerProvider);

#[derive(Debug, thiserror::Error)]
pub enum TracesError {
    #[error("{0:?} is no address of a collector such as http://localhost:4318")]
    Address(String),
    #[error("traces: {0}")]
    Tls(#[from] TlsError),
    #[error("traces: {0}")]
    Exporter(#[from] ExporterBuildError),
}

impl Traces {
    /// To the collector at this address. `runtime` carries the requests to it.
    ///
    /// Headers, sampling and group sizes follow OpenTelemetry's own variables
    /// (`OTEL_EXPORTER_OTLP_HEADERS`, `OTEL_TRACES_SAMPLER`, `OTEL_BSP_…`), as does the name of the
    /// service (`OTEL_SERVICE_NAME`).
    pub fn to(address: &str, runtime: Handle) -> Result<Traces, TracesError> {
        let endpoint = endpoint(address)?;
        let https = Https::new(None)?;
        let exporter = SpanExporter::builder()
            .with_http()
            .with_protocol(Protocol::HttpBinary)
            .with_endpoint(endpoint)
            .with_http_client(Carrier { runtime, https })
            .build()?;
        let mut resource = Resource::builder();
        if std::env::var_os("OTEL_SERVICE_NAME").is_none() {
            resource = resource.with_service_name("parlor");
        }
        let provider = SdkTracerProvider::builder()
            .with_batch_exporter(exporter)
            .with_resource(resource.build())
            .build();
        Ok(Traces(provider))
    }

    /// What takes the spans in.
    pub fn layer<S>(&self) -> impl Layer<S> + use<S>
    where
        S: Subscriber + for<'span> LookupSpan<'span> + Send + Sync,
    {
        let only = Targets::new().with_target(TARGET, LevelFilter::TRACE);
        tracing_opentelemetry::layer()
            .with_tracer(self.0.tracer("parlor"))
            .with_location(false)
            .with_threads(false)
            .with_level(false)
            .with_target(false)
            .with_filter(only)
    }

    /// Sends what is left, for a moment. The runtime must still be there, and this thread be none of its.
    pub fn end(self) {
        if let Err(error) = self.0.shutdown_with_timeout(LAST_CALL) {
            tracing::warn!(%error, "the last traces were not sent");
        }
    }
}

fn endpoint(address: &str) -> Result<String, TracesError> {
    let rest = address
        .strip_prefix("http://")
        .or(address.strip_prefix("https://"));
    let is_host = |rest: &str| !rest.is_empty() && !rest.starts_with(['/', ':']);
    if !rest.is_some_and(is_host) || address.contains(char::is_whitespace) {
        return Err(TracesError::Address(address.to_owned()));
    }
    let base = address.trim_end_matches('/');
    Ok(match base.strip_suffix(PATH) {
        Some(_) => base.to_owned(),
        None => format!("{base}{PATH}"),
    })
}

/// The house's own HTTP client, on the house's runtime: the exporter's thread has none.
struct Carrier {
    runtime: Handle,
    https: Https,
}

impl std::fmt::Debug for Carrier {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Carrier").finish_non_exhaustive()
    }
}

#[async_trait]
impl HttpClient for Carrier {
    async fn send_bytes(&self, request: Request<Bytes>) -> Result<Response<Bytes>, HttpError> {
        let https = self.https.clone();
        let sent = self.runtime.spawn(async move { https.send(request).await });
        sent.await?
    }
}

#[cfg(test)]
mod tests {
    use super::endpoint;

    #[test]
    fn addresses_of_collectors() {
        let full = "http://localhost:4318/v1/traces";
        for address in ["http://localhost:4318", "http://localhost:4318/", full] {
            assert_eq!(endpoint(address).unwrap(), full);
        }
        let below = endpoint("https://otel.example.org/tenant").unwrap();
        assert_eq!(below, "https://otel.example.org/tenant/v1/traces");
        for wrong in [
            "",
            "localhost:4318",
            "ftp://x",
            "http://",
            "http:///v1",
            "http://a b",
        ] {
            assert!(endpoint(wrong).is_err(), "{wrong}");
        }
    }
}
