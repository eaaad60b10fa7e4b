//! Bad manners over HTTP.

use serde_json::json;

use crate::support::{House, PATIENCE, Socket, raw_request};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bodies() {
    let house = House::open().await;
    let ann = house.person("Ann").await;
    let address = house.address();
    let send = |path: &str, kind: &str, body: String| {
        let text = format!(
            "POST {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nContent-Type: {kind}\r\n\
             Authorization: Bearer {}\r\nContent-Length: {}\r\n\r\n{body}",
            ann.token,
            body.len()
        );
        async move { raw_request(address, text.as_bytes()).await }
    };
    let json = "application/json";
    for (path, kind, body, code) in [
        ("/api/v1/tables", json, "{", "request/malformed"),
        ("/api/v1/tables", json, "[]", "request/malformed"),
        ("/api/v1/tables", json, "{\"game\":7}", "request/malformed"),
        ("/api/v1/tables", json, "\u{feff}{}", "request/malformed"),
        (
            "/api/v1/tables",
            "text/plain",
            "{\"game\":\"marelles\"}",
            "request/content_type",
        ),
        ("/api/v1/session", json, "{\"name\":\"\"}", "people/name"),
        (
            "/api/v1/session",
            json,
            "{\"name\":\"a\\nb\"}",
            "people/name",
        ),
        (
            "/api/v1/session",
            json,
            "{\"name\":\"Ann\"}",
            "people/name_taken",
        ),
        (
            "/api/v1/session",
            json,
            "{\"name\":\"X\",\"admin\":true}",
            "request/malformed",
        ),
        (
            "/api/v1/commands",
            json,
            "{\"type\":\"dance\"}",
            "request/unknown",
        ),
        (
            "/api/v1/commands",
            json,
            "{\"type\":\"create_table\",\"game\":\"marelles\",\"watch\":\"dance\"}",
            "request/malformed",
        ),
        (
            "/api/v1/commands",
            json,
            "{\"type\":\"lobby\"}",
            "request/needs_socket",
        ),
        ("/api/v1/nothing", json, "{}", "api/unknown"),
        (
            "/api/v1/matches/x/play",
            json,
            "{\"seq\":\"one\",\"action\":\"A1\"}",
            "request/malformed",
        ),
        (
            "/api/v1/matches/x/play",
            json,
            "{\"seq\":1,\"action\":\"A1\"}",
            "match/unknown",
        ),
    ] {
        let answer = send(path, kind, body.to_owned()).await;
        assert_eq!(answer.code(), code, "{path} {body}");
        assert!((400..500).contains(&answer.status), "{path} {body}");
    }
    let big = format!("{{\"game\":\"{}\"}}", "x".repeat(1 << 20));
    let answer = send("/api/v1/tables", json, big).await;
    assert_eq!(
        (answer.status, answer.code().as_str()),
        (413, "request/too_large")
    );
    let deep = format!("{{\"game\":\"marelles\",\"options\":{}", "[".repeat(30_000));
    let answer = send("/api/v1/tables", json, deep).await;
    assert_eq!(answer.code(), "request/malformed");
    let garbage = raw_request(address, b"\x00\xff\xfe garbage\r\n\r\n").await;
    assert!(garbage.status == 400 || garbage.status == 0);
    assert_eq!(house.get(None, "/healthz").await.text, "ok\n");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn addresses() {
    let house = House::open().await;
    for (path, status) in [
        ("/api/v1/nothing", 404),
        ("/api/v1/matches/x", 404),
        ("/api/v1/matches/x/record", 404),
        ("/api/v1/tables/..%2f..%2fetc%2fpasswd", 404),
        ("/api/v1/matches/x/views/abc", 400),
        ("/assets/../../Cargo.toml", 404),
        ("/%2e%2e/%2e%2e/etc/passwd.txt", 404),
        ("/healthz", 200),
        ("/metrics", 200),
        ("/api/v1/openapi.json", 200),
    ] {
        assert_eq!(house.get(None, path).await.status, status, "{path}");
    }
    let document = house.get(None, "/api/v1/openapi.json").await.json();
    assert!(document["paths"]["/api/v1/matches/{id}/play"]["post"].is_object());
    assert!(document["paths"]["/api/v1/games/risk/world"]["get"].is_object());
}

/// Whatever is wrong with a request to the API, the answer is a refusal with a code.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn refusals_are_json() {
    let house = House::open().await;
    let ann = house.person("Ann").await;
    let address = house.address();
    for (method, path, status, code) in [
        ("GET", "/api", 404, "api/unknown"),
        ("GET", "/api/", 404, "api/unknown"),
        ("GET", "/api/v1", 404, "api/unknown"),
        ("GET", "/api/v2/games", 404, "api/unknown"),
        ("POST", "/api/v1/nothing", 404, "api/unknown"),
        ("PUT", "/api/v1/tables", 405, "api/method"),
        ("DELETE", "/api/v1/games", 405, "api/method"),
        ("POST", "/api/v1/openapi.json", 405, "api/method"),
        (
            "GET",
            "/api/v1/matches/x/views/abc",
            400,
            "request/malformed",
        ),
        ("GET", "/api/v1/matches/%ff", 400, "request/malformed"),
        (
            "GET",
            "/api/v1/matches/x?since=yes",
            400,
            "request/malformed",
        ),
        (
            "GET",
            "/api/v1/leaderboards/risk?limit=-1",
            400,
            "request/malformed",
        ),
        ("POST", "/api/v1/tables", 415, "request/content_type"),
    ] {
        let text = format!(
            "{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\
             Authorization: Bearer {}\r\nContent-Length: 0\r\n\r\n",
            ann.token
        );
        let answer = raw_request(address, text.as_bytes()).await;
        assert_eq!(
            (answer.status, answer.code().as_str()),
            (status, code),
            "{method} {path}"
        );
        assert_eq!(answer.header("content-type"), Some("application/json"));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn origins_and_headers() {
    let house = House::with(|config| config.origins = vec!["https://ok.example".into()]).await;
    let address = house.address();
    let post = |origin: String| {
        let body = "{\"name\":\"Ann\"}";
        let text = format!(
            "POST /api/v1/session HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\
             Origin: {origin}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        );
        async move { raw_request(address, text.as_bytes()).await }
    };
    for foreign in ["https://evil.example", "null", "http://127.0.0.1:1", ""] {
        let answer = post(foreign.to_owned()).await;
        assert_eq!(
            (answer.status, answer.code().as_str()),
            (403, "server/origin"),
            "{foreign}"
        );
        assert!(answer.header("content-security-policy").is_some());
    }
    let own = post(format!("http://{address}")).await;
    assert_eq!(own.status, 200, "{}", own.text);
    let cookie = own.header("set-cookie").unwrap();
    for part in ["httponly", "samesite=strict", "path=/"] {
        assert!(cookie.contains(part), "{cookie}");
    }
    assert_eq!(
        post("https://ok.example".to_owned()).await.code(),
        "people/name_taken"
    );

    let foreign = Socket::try_connect(address, None, Some("https://evil.example")).await;
    assert!(foreign.err().unwrap().contains("403"));
    let allowed = Socket::try_connect(address, None, Some("https://ok.example")).await;
    assert!(allowed.is_ok());

    for (path, page) in [
        ("/", true),
        ("/some/page", true),
        ("/healthz", true),
        ("/api/v1/games", false),
        ("/api/v1/nothing", false),
        ("/favicon.svg", false),
        ("/sw.js", false),
    ] {
        let answer = house.get(None, path).await;
        let policy = answer.header("content-security-policy").unwrap();
        assert!(
            policy.starts_with("default-src 'none';"),
            "{path}: {policy}"
        );
        // Only a page runs scripts, is framed and opens windows.
        assert_eq!(policy.contains("script-src 'self';"), page, "{path}");
        assert_eq!(answer.header("x-frame-options").is_some(), page, "{path}");
        assert_eq!(
            answer.header("x-content-type-options"),
            Some("nosniff"),
            "{path}"
        );
        assert_eq!(answer.header("referrer-policy").is_some(), page, "{path}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn limits() {
    let house = House::with(|config| {
        config.requests_per_second = 5;
        config.sign_ins_per_minute = 3;
        config.sockets_per_address = 2;
    })
    .await;
    let mut sign_ins = Vec::new();
    for place in 0..5 {
        let body = json!({ "name": format!("P{place}"), "bearer": true });
        sign_ins.push(house.post(None, "/api/v1/session", &body).await.status);
    }
    assert_eq!(sign_ins, [200, 200, 200, 429, 429]);
    // The connections of the requests may take a moment to end.
    let mut sockets = Vec::new();
    let started = std::time::Instant::now();
    while sockets.len() < 2 {
        assert!(started.elapsed() < PATIENCE);
        sockets.extend(Socket::try_connect(house.address(), None, None).await.ok());
    }
    let third = Socket::try_connect(house.address(), None, None).await;
    assert!(third.err().unwrap().contains("429"));
    sockets.clear();
    let mut codes = Vec::new();
    for _ in 0..40 {
        codes.push(house.get(None, "/api/v1/games").await.status);
    }
    assert!(codes.contains(&429), "{codes:?}");
}

/// Passwords protect a name; the token of a script works until it is revoked.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn names_and_tokens() {
    let house = House::open().await;
    let ann = house.person("Ann").await;
    let short = house
        .post(Some(&ann), "/api/v1/me/password", &json!({ "new": "abc" }))
        .await;
    assert_eq!(short.code(), "people/password");
    let token = house
        .post(
            Some(&ann),
            "/api/v1/me/tokens",
            &json!({ "label": "my bot" }),
        )
        .await;
    assert_eq!(token.status, 201);
    let list = house.get(Some(&ann), "/api/v1/me/tokens").await;
    assert!(!list.text.contains("pl_"), "tokens are shown once");
    assert_eq!(list.json()["sessions"].as_array().unwrap().len(), 2);
    let set = house
        .post(
            Some(&ann),
            "/api/v1/me/password",
            &json!({ "new": "correct horse" }),
        )
        .await;
    assert_eq!(set.status, 200);
    // Everything opened before is void.
    let me = house.get(Some(&ann), "/api/v1/me/games").await;
    assert_eq!(me.code(), "people/bad_token");
    for (password, code) in [
        (None, "people/password_needed"),
        (Some("wrong!"), "people/wrong_password"),
    ] {
        let body = json!({ "name": "ANN", "password": password });
        assert_eq!(
            house.post(None, "/api/v1/session", &body).await.code(),
            code
        );
    }
    let body = json!({ "name": "ann", "password": "correct horse", "bearer": true });
    let entered = house.post(None, "/api/v1/session", &body).await.json();
    assert_eq!(
        (&entered["you"]["name"], &entered["you"]["protected"]),
        (&json!("Ann"), &json!(true))
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_house_is_called_by_its_names() {
    let house = House::open().await;
    let ask = |host: &str| {
        format!("GET /api/v1/games HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n")
    };
    for (host, status) in [
        ("localhost:8080", 200),
        ("127.0.0.1", 200),
        ("evil.example", 421),
        ("evil.example:8080", 421),
    ] {
        let answer = raw_request(house.address(), ask(host).as_bytes()).await;
        assert_eq!(answer.status, status, "{host}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn behind_tls_the_cookie_is_secure() {
    let house = House::with(|config| config.trusted_proxies = vec!["127.0.0.1".into()]).await;
    for (name, header, secure) in [
        ("Ann", "X-A: b", false),
        ("Bo", "X-Forwarded-Proto: https", true),
    ] {
        let body = json!({ "name": name }).to_string();
        let request = format!(
            "POST /api/v1/session HTTP/1.1\r\nHost: localhost\r\n{header}\r\nConnection: close\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        );
        let answer = raw_request(house.address(), request.as_bytes()).await;
        let cookie = answer.header("set-cookie").unwrap();
        assert_eq!(cookie.contains("; secure"), secure, "{cookie}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_private_table_is_private_here_too() {
    let house = House::open().await;
    let (ann, mut socket) = house.enter("Ann").await;
    let new = json!({ "type": "create_table", "game": "marelles", "private": true });
    let table = socket.table(new).await;
    let path = format!("/api/v1/tables/{}", table["id"].as_str().unwrap());
    assert_eq!(house.get(Some(&ann), &path).await.status, 200);
    let bo = house.person("Bo").await;
    for stranger in [None, Some(&bo)] {
        assert_eq!(house.get(stranger, &path).await.code(), "table/private");
    }
    let invited = format!("{path}?invite={}", table["invite"].as_str().unwrap());
    assert_eq!(house.get(Some(&bo), &invited).await.status, 200);
}
