//! A socket in the file system for whoever runs the house: who may write to it may operate it.

use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use axum::body::Body;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use parlor_hub::admin::Actor;
use tokio::net::{UnixListener, UnixStream};
use tokio::sync::watch;
use tower_service::Service;

use super::{Door, admin};

/// A bound socket; the file goes with it.
#[derive(Debug)]
pub(crate) struct LocalDoor {
    listener: UnixListener,
    path: PathBuf,
}

impl LocalDoor {
    /// What a killed process has left behind is replaced; a socket that answers is not.
    pub(crate) async fn bind(path: &Path) -> std::io::Result<LocalDoor> {
        if UnixStream::connect(path).await.is_ok() {
            let taken = std::io::ErrorKind::AddrInUse;
            return Err(std::io::Error::new(taken, "another process answers there"));
        }
        let _ = std::fs::remove_file(path);
        let listener = UnixListener::bind(path)?;
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o600))?;
        Ok(LocalDoor {
            listener,
            path: path.to_owned(),
        })
    }

    pub(crate) async fn serve(self, door: Door, mut closing: watch::Receiver<bool>) {
        let router = admin::local_router(door);
        loop {
            let accepted = tokio::select! {
                accepted = self.listener.accept() => accepted,
                _ = closing.changed() => return,
            };
            let Ok((stream, _)) = accepted else {
                tokio::time::sleep(Duration::from_millis(20)).await;
                continue;
            };
            let user = stream.peer_cred().map_or(0, |it| it.uid());
            let actor = Actor::Console(format!("console (user {user})"));
            let router = router.clone();
            let service = service_fn(move |request: hyper::Request<Incoming>| {
                let mut request = request.map(Body::new);
                request.extensions_mut().insert(actor.clone());
                let mut router = router.clone();
                async move { router.call(request).await }
            });
            tokio::spawn(
                http1::Builder::new()
                    .timer(TokioTimer::new())
                    .header_read_timeout(Duration::from_secs(10))
                    .serve_connection(TokioIo::new(stream), service),
            );
        }
    }
}

impl Drop for LocalDoor {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.path);
    }
}
