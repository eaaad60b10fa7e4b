// What stands outside of the house when it tells people something: a push service, a browser's keys, a mail server.
import { createDecipheriv, createECDH, hkdfSync } from 'node:crypto';
import { createServer } from 'node:http';
import { SMTPServer } from 'smtp-server';

const base64 = (text) => Buffer.from(text, 'base64url');

/** A browser's side of RFC 8291: reads what was encrypted for these keys. */
export function decrypt(body, { privateKey, publicKey, auth }) {
  const own = createECDH('prime256v1');
  own.setPrivateKey(privateKey);
  const salt = body.subarray(0, 16);
  const length = body[20];
  const sender = body.subarray(21, 21 + length);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, sender]);
  const material = Buffer.from(hkdfSync('sha256', own.computeSecret(sender), auth, info, 32));
  const derive = (what, bytes) => Buffer.from(hkdfSync('sha256', material, salt, Buffer.from(`Content-Encoding: ${what}\0`), bytes));
  const sealed = body.subarray(21 + length);
  const open = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
  open.setAuthTag(sealed.subarray(-16));
  const text = Buffer.concat([open.update(sealed.subarray(0, -16)), open.final()]);
  // The last record ends with a 2 and perhaps zeros.
  return text.subarray(0, text.lastIndexOf(2)).toString();
}

/** The example of RFC 8291, section 5: whoever reads it reads right. */
export const EXAMPLE = {
  keys: {
    privateKey: base64('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94'),
    publicKey: base64('BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'),
    auth: base64('BTBZMqHH6r4Tts7J_aSIgg'),
  },
  body: base64('DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN'),
  text: 'When I grow up, I want to be a watermelon',
};

/** New keys, as a browser makes them when it subscribes. */
export function keys() {
  const pair = createECDH('prime256v1');
  const publicKey = pair.generateKeys();
  return { privateKey: pair.getPrivateKey(), publicKey, auth: Buffer.from('sixteen letters!') };
}

export const subscription = (endpoint, { publicKey, auth }) => ({ endpoint, expirationTime: null, keys: { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') } });

const until = async (done, what) => {
  for (let i = 0; i < 300; i += 1) {
    if (done()) return;
    await new Promise((next) => setTimeout(next, 50));
  }
  throw new Error(`never came: ${what}`);
};

/** A place that is posted to. */
export async function receiver() {
  const posted = [];
  const server = createServer((request, response) => {
    const parts = [];
    request.on('data', (part) => parts.push(part));
    request.on('end', () => {
      posted.push({ path: request.url, headers: request.headers, body: Buffer.concat(parts) });
      response.writeHead(201).end();
    });
  });
  await new Promise((settle) => server.listen(0, '127.0.0.1', settle));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    posted,
    wait: async (count) => (await until(() => posted.length >= count, `post ${count}`), posted[count - 1]),
    close: () => new Promise((settle) => server.close(settle)),
  };
}

const unquoted = (text) => Buffer.from(text.replace(/=\r?\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(parseInt(hex, 16))), 'latin1').toString();

function letter(raw, envelope) {
  const [, head, body] = /^([\s\S]*?)\r\n\r\n([\s\S]*)$/.exec(raw);
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
  const header = (name) => lines.filter((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}:`)).map((line) => line.slice(name.length + 1).trim());
  // The first part is the plain one.
  const plain = /Content-Type: text\/plain[\s\S]*?\r\n\r\n([\s\S]*?)\r\n--[A-Za-z0-9]/.exec(body);
  const part = plain?.[0] ?? body;
  const text = /quoted-printable/i.test(part) ? unquoted(plain[1]) : /base64/i.test(part) ? Buffer.from(plain[1], 'base64').toString() : plain[1];
  return { to: envelope.rcptTo.map((it) => it.address), header, text };
}

/** A real mail server; `refuse` are addresses that nobody has. */
export async function mailServer({ refuse = [] } = {}) {
  const letters = [];
  const server = new SMTPServer({
    authOptional: true, disabledCommands: ['STARTTLS'], logger: false,
    onRcptTo({ address }, _, done) {
      done(refuse.includes(address) ? Object.assign(new Error('nobody has that address'), { responseCode: 550 }) : null);
    },
    onData(stream, { envelope }, done) {
      const parts = [];
      stream.on('data', (part) => parts.push(part));
      stream.on('end', () => {
        letters.push(letter(Buffer.concat(parts).toString(), envelope));
        done();
      });
    },
  });
  await new Promise((settle) => server.listen(0, '127.0.0.1', settle));
  return {
    url: `smtp://127.0.0.1:${server.server.address().port}`,
    letters,
    wait: async (count) => (await until(() => letters.length >= count, `mail ${count}`), letters[count - 1]),
    close: () => new Promise((settle) => server.close(settle)),
  };
}
