use super::*;

#[test]
fn what_makes_no_sense_is_named() {
    assert_eq!(Config::default().check(), Ok(()));
    let wrong = |change: fn(&mut Config)| {
        let mut config = Config::default();
        change(&mut config);
        config.check().unwrap_err()
    };
    assert!(wrong(|config| config.messages_per_second = 0).contains("messages_per_second"));
    assert!(wrong(|config| config.idle_minutes = -1).contains("idle_minutes"));
    assert!(wrong(|config| config.shards = 0).contains("shards"));
    assert!(wrong(|config| config.origins = vec!["example.org".into()]).contains("origins"));
    let ranges = wrong(|config| config.trusted_proxies = vec!["10.0.0.0/40".into()]);
    assert!(ranges.contains("trusted_proxies"), "{ranges}");
    let header = wrong(|config| config.proxy_header = "x-real-ip".into());
    assert!(header.contains("proxy_header"), "{header}");
    assert!(wrong(|config| config.smtp = Some("smtp://x".into())).contains("mail_from"));
    let mail = wrong(|config| {
        config.smtp = Some("mail.example.org".into());
        config.mail_from = Some("games@example.org".into());
    });
    assert!(mail.contains("smtp"), "{mail}");
    assert!(wrong(|config| config.site = Some("games.example.org".into())).contains("site"));
    assert!(wrong(|config| config.tls = "on".into()).contains("tls"));
    assert!(wrong(|config| config.tls = "files".into()).contains("cert"));
    assert!(wrong(|config| config.tls = "acme".into()).contains("domain"));
    assert!(wrong(|config| config.redirect = "0.0.0.0:80".into()).contains("redirect"));
    let name = |config: &mut Config| {
        config.tls = "self".into();
        config.domain = vec!["https://games.example.org".into()];
    };
    assert!(wrong(name).contains("domain"));
}

#[test]
fn a_house_knows_its_names() {
    let config = Config {
        hosts: vec!["games.example.org".into()],
        origins: vec!["https://play.example.org:8443".into()],
        ..Config::default()
    };
    assert!(config.is_local());
    for own in [
        "localhost",
        "localhost:8080",
        "127.0.0.1:8080",
        "[::1]:8080",
        "192.168.1.5",
        "Games.Example.org:8080",
        "play.example.org",
    ] {
        assert!(config.is_called(own), "{own}");
    }
    for other in [
        "evil.example",
        "evil.example:8080",
        "",
        "localhost.evil.example",
    ] {
        assert!(!config.is_called(other), "{other}");
    }
    let open = Config {
        listen: "0.0.0.0:8080".into(),
        ..Config::default()
    };
    assert!(!open.is_local());
}

#[test]
fn text_ports_are_where_the_page_is() {
    let mut config = Config::default();
    assert_eq!(config.beside_the_page(&config.terminal), "127.0.0.1:2323");
    config.listen = "0.0.0.0:80".into();
    assert_eq!(config.beside_the_page(&config.terminal), "0.0.0.0:2323");
    assert_eq!(config.beside_the_page(&config.marelles), "0.0.0.0:2943");
    assert_eq!(config.beside_the_page(&config.coexistence), "0.0.0.0:21357");
    config.listen = "[::]:80".into();
    assert_eq!(config.beside_the_page(&config.terminal), "[::]:2323");
    for own in ["", "127.0.0.1:2323"] {
        assert_eq!(config.beside_the_page(own), own, "named or switched off");
    }
}

#[test]
fn origins_may_be_one_text() {
    let config: Config =
        serde_json::from_str(r#"{ "origins": "https://a.example, https://b.example" }"#).unwrap();
    assert_eq!(config.origins, ["https://a.example", "https://b.example"]);
    let config: Config = serde_json::from_str(r#"{ "origins": ["https://a.example"] }"#).unwrap();
    assert_eq!(config.origins, ["https://a.example"]);
}
