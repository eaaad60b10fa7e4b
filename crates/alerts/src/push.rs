//! Web push: a message for a browser, encrypted for it alone (RFC 8291), signed by the house
//! (RFC 8292). The arithmetic is ring's, which the house's TLS uses, too.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64;
use http::{HeaderMap, HeaderValue, header};
use ring::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use ring::agreement::{ECDH_P256, EphemeralPrivateKey, UnparsedPublicKey, agree_ephemeral};
use ring::hkdf::{HKDF_SHA256, KeyType, Prk, Salt};
use ring::rand::{SecureRandom as _, SystemRandom};
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair as _};
use serde_json::json;

use crate::{BadTarget, Client, Message, SendError, Target};

/// One record holds it all; push services take no more than this.
const RECORD: u32 = 4096;
/// A point of the curve, not compressed.
const POINT: usize = 65;
const AUTH: usize = 16;
/// As long as a signature is good for.
const SIGNED_S: i64 = 12 * 3600;

/// The house's own key: push services know it by the public part.
pub struct VapidKey {
    pair: EcdsaKeyPair,
    random: SystemRandom,
}

impl std::fmt::Debug for VapidKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("VapidKey(…)")
    }
}

impl VapidKey {
    /// A new one, in the form in which it is kept.
    pub fn draw() -> Option<String> {
        let random = SystemRandom::new();
        let key = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &random).ok()?;
        Some(BASE64.encode(key))
    }

    pub fn read(kept: &str) -> Option<VapidKey> {
        let random = SystemRandom::new();
        let bytes = BASE64.decode(kept).ok()?;
        let pair = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &bytes, &random);
        let pair = pair.ok()?;
        Some(VapidKey { pair, random })
    }

    /// What a browser needs in order to subscribe.
    pub fn public(&self) -> String {
        BASE64.encode(self.pair.public_key())
    }

    /// Says to a push service who we are.
    fn sign(&self, origin: &str, contact: &str, now_s: i64) -> Option<String> {
        let head = BASE64.encode(r#"{"typ":"JWT","alg":"ES256"}"#);
        let claims = json!({ "aud": origin, "exp": now_s + SIGNED_S, "sub": contact });
        let text = format!("{head}.{}", BASE64.encode(claims.to_string()));
        let signature = self.pair.sign(&self.random, text.as_bytes()).ok()?;
        let token = format!("{text}.{}", BASE64.encode(signature));
        Some(format!("vapid t={token}, k={}", self.public()))
    }
}

/// A browser that wants to be told.
#[derive(Clone, Debug)]
pub struct Subscription {
    target: Target,
    public: [u8; POINT],
    auth: [u8; AUTH],
}

impl Subscription {
    /// As the browser gives it: the two keys in base64.
    pub fn new(target: Target, public: &str, auth: &str) -> Result<Subscription, BadTarget> {
        let read = |text: &str| BASE64.decode(text.trim_end_matches('=')).ok();
        let point = |bytes: Vec<u8>| <[u8; POINT]>::try_from(bytes).ok();
        let public = read(public).and_then(point).filter(|it| it[0] == 4);
        let auth = read(auth).and_then(|bytes| bytes.try_into().ok());
        let (Some(public), Some(auth)) = (public, auth) else {
            return Err(BadTarget::Keys);
        };
        let subscription = Subscription {
            target,
            public,
            auth,
        };
        // A point that is not on the curve is found out now, not when somebody is to be told.
        match subscription.encrypt(b"") {
            Some(_) => Ok(subscription),
            None => Err(BadTarget::Keys),
        }
    }

    pub async fn send(
        &self,
        client: &Client,
        key: &VapidKey,
        contact: &str,
        message: &Message,
        now_s: i64,
    ) -> Result<(), SendError> {
        let payload = json!({
            "title": message.title,
            "body": message.text,
            "url": message.link,
            "tag": message.tag,
            "stop": message.stop,
            "stop_text": message.stop_text,
        });
        let failed = || SendError::Never("it could not be encrypted".into());
        let body = self.encrypt(payload.to_string().as_bytes());
        let body = body.ok_or_else(failed)?;
        let origin = self.target.origin();
        let signed = key.sign(&origin, contact, now_s).ok_or_else(failed)?;
        let mut headers = HeaderMap::new();
        let urgency = if message.urgent { "high" } else { "normal" };
        for (name, value) in [
            ("content-encoding", "aes128gcm".to_owned()),
            ("content-type", "application/octet-stream".to_owned()),
            ("ttl", message.lifetime_s.to_string()),
            ("urgency", urgency.to_owned()),
            ("topic", topic(&message.tag)),
        ] {
            let value = HeaderValue::from_str(&value).map_err(|_| failed())?;
            headers.insert(name, value);
        }
        let mut signed = HeaderValue::from_str(&signed).map_err(|_| failed())?;
        signed.set_sensitive(true);
        headers.insert(header::AUTHORIZATION, signed);
        client.post(&self.target, headers, body).await
    }

    /// RFC 8291: for this browser alone.
    fn encrypt(&self, text: &[u8]) -> Option<Vec<u8>> {
        let random = SystemRandom::new();
        let mut salt = [0; 16];
        random.fill(&mut salt).ok()?;
        let own = EphemeralPrivateKey::generate(&ECDH_P256, &random).ok()?;
        let own_public = own.compute_public_key().ok()?;
        let peer = UnparsedPublicKey::new(&ECDH_P256, self.public);
        let first = agree_ephemeral(own, &peer, |shared| {
            Salt::new(HKDF_SHA256, &self.auth).extract(shared)
        });
        let mut info = b"WebPush: info\0".to_vec();
        info.extend(self.public);
        info.extend(own_public.as_ref());
        let material: [u8; 32] = expand(&first.ok()?, &info)?;
        let key = Salt::new(HKDF_SHA256, &salt).extract(&material);
        let secret: [u8; 16] = expand(&key, b"Content-Encoding: aes128gcm\0")?;
        let nonce: [u8; 12] = expand(&key, b"Content-Encoding: nonce\0")?;
        // The end of the last record.
        let mut sealed = [text, &[2]].concat();
        let key = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &secret).ok()?);
        let nonce = Nonce::assume_unique_for_key(nonce);
        key.seal_in_place_append_tag(nonce, Aad::empty(), &mut sealed)
            .ok()?;
        let mut body = salt.to_vec();
        body.extend(RECORD.to_be_bytes());
        body.push(own_public.as_ref().len() as u8);
        body.extend(own_public.as_ref());
        body.extend(sealed);
        (body.len() <= RECORD as usize).then_some(body)
    }
}

/// At most 32 characters of the alphabet that push services take.
fn topic(tag: &str) -> String {
    let good = |letter: &char| letter.is_ascii_alphanumeric() || "-_".contains(*letter);
    tag.chars().filter(good).take(32).collect()
}

struct Long(usize);

impl KeyType for Long {
    fn len(&self) -> usize {
        self.0
    }
}

fn expand<const N: usize>(key: &Prk, info: &[u8]) -> Option<[u8; N]> {
    let mut bytes = [0; N];
    let info = [info];
    key.expand(&info, Long(N)).ok()?.fill(&mut bytes).ok()?;
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ring::signature::{ECDSA_P256_SHA256_FIXED, UnparsedPublicKey as Verifier};

    fn target() -> Target {
        Target::parse("https://push.example/x", false).unwrap()
    }

    /// The receiving side of RFC 8291, written from its other end.
    fn open(private: EphemeralPrivateKey, public: &[u8], auth: &[u8], body: &[u8]) -> Vec<u8> {
        let (salt, rest) = body.split_at(16);
        assert_eq!(rest[..5], [0, 0, 16, 0, 65]);
        let (sender, sealed) = rest[5..].split_at(POINT);
        let peer = UnparsedPublicKey::new(&ECDH_P256, sender);
        let first = agree_ephemeral(private, &peer, |shared| {
            Salt::new(HKDF_SHA256, auth).extract(shared)
        });
        let info = [b"WebPush: info\0", public, sender].concat();
        let material: [u8; 32] = expand(&first.unwrap(), &info).unwrap();
        let key = Salt::new(HKDF_SHA256, salt).extract(&material);
        let secret: [u8; 16] = expand(&key, b"Content-Encoding: aes128gcm\0").unwrap();
        let nonce: [u8; 12] = expand(&key, b"Content-Encoding: nonce\0").unwrap();
        let key = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &secret).unwrap());
        let mut sealed = sealed.to_vec();
        let nonce = Nonce::assume_unique_for_key(nonce);
        let opened = key.open_in_place(nonce, Aad::empty(), &mut sealed).unwrap();
        let (end, text) = opened.split_last().unwrap();
        assert_eq!(*end, 2);
        text.to_vec()
    }

    #[test]
    fn only_the_browser_can_read_it() {
        let random = SystemRandom::new();
        let private = EphemeralPrivateKey::generate(&ECDH_P256, &random).unwrap();
        let public = private.compute_public_key().unwrap();
        let auth = [7; AUTH];
        let keys = (BASE64.encode(&public), BASE64.encode(auth));
        let browser = Subscription::new(target(), &keys.0, &format!("{}==", keys.1)).unwrap();
        let text = "轮到你了".repeat(50);
        let body = browser.encrypt(text.as_bytes()).unwrap();
        assert_ne!(body, browser.encrypt(text.as_bytes()).unwrap());
        let read = open(private, public.as_ref(), &auth, &body);
        assert_eq!(read, text.as_bytes());
        assert!(
            browser.encrypt(&[0; 4000]).is_none(),
            "too long for a record"
        );
    }

    #[test]
    fn keys_that_are_none() {
        let good = BASE64.encode([4; POINT]);
        for (public, auth) in [
            ("", "BwcHBwcHBwcHBwcHBwcHBw"),
            ("not base64!", "BwcHBwcHBwcHBwcHBwcHBw"),
            // Not on the curve.
            (good.as_str(), "BwcHBwcHBwcHBwcHBwcHBw"),
            (good.as_str(), "short"),
        ] {
            let made = Subscription::new(target(), public, auth);
            assert_eq!(made.unwrap_err(), BadTarget::Keys);
        }
    }

    #[test]
    fn the_house_signs() {
        let kept = VapidKey::draw().unwrap();
        let key = VapidKey::read(&kept).unwrap();
        assert_eq!(key.public(), VapidKey::read(&kept).unwrap().public());
        assert!(VapidKey::read("junk").is_none());
        let signed = key.sign("https://push.example", "mailto:a@b", 100).unwrap();
        let token = signed.strip_prefix("vapid t=").unwrap();
        let (token, public) = token.split_once(", k=").unwrap();
        let (text, signature) = token.rsplit_once('.').unwrap();
        let public = BASE64.decode(public).unwrap();
        let signature = BASE64.decode(signature).unwrap();
        let verifier = Verifier::new(&ECDSA_P256_SHA256_FIXED, public);
        verifier.verify(text.as_bytes(), &signature).unwrap();
        let claims = BASE64.decode(text.split_once('.').unwrap().1).unwrap();
        let claims: serde_json::Value = serde_json::from_slice(&claims).unwrap();
        let expected = json!({ "aud": "https://push.example", "exp": 43_300, "sub": "mailto:a@b" });
        assert_eq!(claims, expected);
    }
}
