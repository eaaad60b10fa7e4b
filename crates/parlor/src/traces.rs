//! Traces by OpenTelemetry, where the program was built with them and somebody wants them.

use std::io;

use tokio::runtime::Handle;

/// The collector's address as every program reads it.
const VARIABLE: &str = "OTEL_EXPORTER_OTLP_ENDPOINT";

/// Where traces go, if anywhere.
pub(crate) struct Traces(#[cfg(feature = "telemetry")] Option<parlor_telemetry::Traces>);

#[cfg(feature = "telemetry")]
impl Traces {
    /// To the address of the settings, or of the variable.
    pub(crate) fn start(otlp: Option<&str>, runtime: &Handle) -> io::Result<Traces> {
        let variable = std::env::var(VARIABLE).ok();
        let address = otlp.or(variable.as_deref()).filter(|it| !it.is_empty());
        let to = |address| parlor_telemetry::Traces::to(address, runtime.clone());
        let traces = address.map(to).transpose().map_err(io::Error::other)?;
        Ok(Traces(traces))
    }

    pub(crate) fn layer<S>(&self) -> Option<impl tracing_subscriber::Layer<S> + use<S>>
    where
        S: tracing::Subscriber + for<'span> tracing_subscriber::registry::LookupSpan<'span>,
        S: Send + Sync,
    {
        self.0.as_ref().map(parlor_telemetry::Traces::layer)
    }

    /// What is left goes out, while there is still a runtime that carries it.
    pub(crate) fn end(self) {
        if let Some(traces) = self.0 {
            traces.end();
        }
    }
}

#[cfg(not(feature = "telemetry"))]
impl Traces {
    /// Refused where somebody asks for it in the settings: to send nothing would look like peace.
    pub(crate) fn start(otlp: Option<&str>, _: &Handle) -> io::Result<Traces> {
        if otlp.is_some_and(|it| !it.is_empty()) {
            return Err(io::Error::other(
                "settings: otlp needs a program that was built with traces (the feature `telemetry`)",
            ));
        }
        if std::env::var_os(VARIABLE).is_some() {
            eprintln!("parlor: {VARIABLE} is set, but this program was built without traces");
        }
        Ok(Traces())
    }

    #[allow(clippy::unused_self)] // the same as with them
    pub(crate) fn layer(&self) -> Option<tracing_subscriber::layer::Identity> {
        None
    }

    pub(crate) fn end(self) {}
}
