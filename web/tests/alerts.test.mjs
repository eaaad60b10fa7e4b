// "My turn" with the page closed: the real encrypted message, the service worker, real mail, and how to end it all.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { axe } from './axe.mjs';
import { House, launch, openTable, visitor } from './house.mjs';
import { EXAMPLE, decrypt, keys, mailServer, receiver, subscription } from './post.mjs';
import { ask } from './screens.mjs';
import { fine } from './seated.mjs';

const mail = await mailServer({ refuse: ['nobody@example.org'] });
const push = await receiver();
const house = new House({ env: { PARLOR_SMTP: mail.url, PARLOR_MAIL_FROM: 'Parlor <games@example.org>', PARLOR_ALERT_AFTER_MS: '100', PARLOR_GRACE_MS: '100', PARLOR_ALERT_PRIVATE_TARGETS: 'true' } });
const browser = await launch();
after(async () => {
  await browser.close();
  await house.close();
  await Promise.all([mail.close(), push.close()]);
});
await house.open();
const DAY = { type: 'per_move', seconds: 86_400 };

/** A match between two whose pages are elsewhere; the host is to move. */
async function begun(host, guest) {
  const id = await openTable(host, { game: 'marelles', clock: DAY });
  await ask(guest.page, `/tables/${id}/join`, {});
  return id;
}
const play = (person, id, seq, action) => ask(person.page, `/matches/${id}/play`, { seq, action });

test('the message is encrypted for the browser (RFC 8291), and the service worker shows it', async () => {
  assert.equal(decrypt(EXAMPLE.body, EXAMPLE.keys), EXAMPLE.text);
  const ann = await visitor(browser, house, 'Ann');
  const ben = await visitor(browser, house, 'Ben');
  const { page } = ben;
  const own = keys();
  const made = await ask(page, '/me/alerts/push', { ...subscription(`${push.url}/push/ben`, own), language: 'en' });
  assert.equal(made.state, 'on', JSON.stringify(made));
  const id = await begun(ann, ben);
  await play(ann, id, 0, 'A1');
  const posted = await push.wait(1);
  assert.equal(posted.headers['content-encoding'], 'aes128gcm');
  assert.ok(Number(posted.headers.ttl) > 3600);
  // What goes over the wire says nothing.
  assert.ok(!posted.body.toString('latin1').includes('Marelles'));
  const text = decrypt(posted.body, own);
  const said = JSON.parse(text);
  assert.equal(said.title, 'Your turn: Marelles');
  assert.match(said.body, new RegExp(`^Marelles with ${ann.name} waits for you\\. 23 h left\\.$`));
  assert.throws(() => decrypt(posted.body, keys()), 'nobody else can read it');
  // The signature is the house's, for this push service (RFC 8292).
  const [, token, key] = /^vapid t=(.+), k=(.+)$/.exec(posted.headers.authorization);
  const [head, claims, signature] = token.split('.');
  const raw = Buffer.from(key, 'base64url');
  const coordinate = (from) => raw.subarray(from, from + 32).toString('base64url');
  const verifier = await crypto.subtle.importKey('jwk', { kty: 'EC', crv: 'P-256', x: coordinate(1), y: coordinate(33) }, { name: 'ECDSA', namedCurve: 'P-256' }, false, ['verify']);
  assert.ok(await crypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, verifier, Buffer.from(signature, 'base64url'), Buffer.from(`${head}.${claims}`)));
  const { aud, exp } = JSON.parse(Buffer.from(claims, 'base64url'));
  assert.equal(aud, push.url);
  assert.ok(exp * 1000 > Date.now() && exp * 1000 < Date.now() + 86_400_000);

  // The same message, given to the service worker by the browser itself.
  await ben.context.grantPermissions(['notifications'], { origin: house.url });
  await page.goto(`${house.url}/games`);
  const debug = await ben.context.newCDPSession(page);
  const registered = new Promise((settle) => debug.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => registrations[0] && settle(registrations[0].registrationId)));
  await debug.send('ServiceWorker.enable');
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/sw.js');
    await navigator.serviceWorker.ready;
  });
  const shown = () => page.evaluate(async () => (await (await navigator.serviceWorker.ready).getNotifications()).map((it) => ({ title: it.title, body: it.body, tag: it.tag, url: it.data.url, actions: it.actions.map(({ action, title }) => [action, title]) })));
  const registrationId = await registered;
  const deliver = async (data) => {
    await debug.send('ServiceWorker.deliverPushMessage', { origin: house.url, registrationId, data });
  };
  await deliver(text);
  let notes = [];
  for (let i = 0; i < 100 && notes.length === 0; i += 1) {
    notes = await shown();
    await page.waitForTimeout(50);
  }
  assert.deepEqual(notes, [{ title: said.title, body: said.body, tag: id, url: `${house.url}/t/${id}`, actions: [['stop', 'No more of these messages']] }]);
  // The same again takes its place; something that cannot be read is still shown.
  await deliver(text);
  await page.waitForTimeout(300);
  assert.equal((await shown()).length, 1);
  await deliver('not JSON');
  for (let i = 0; i < 100 && notes.length < 2; i += 1) {
    notes = await shown();
    await page.waitForTimeout(50);
  }
  assert.deepEqual(notes.map((it) => it.title).toSorted(), ['Parlor', said.title].toSorted());
  fine(ann, ben);
  await Promise.all([ann, ben].map((it) => it.context.close()));
});

test('mail: confirmed first, one a turn, ended by one click', async () => {
  const ann = await visitor(browser, house, 'Ann');
  const ben = await visitor(browser, house, 'Ben');
  const { page } = ben;
  const count = mail.letters.length;
  await page.goto(`${house.url}/settings`);
  await page.getByLabel('Mail address').fill('ben@example.org');
  await page.locator('form', { has: page.getByLabel('Mail address') }).getByRole('button', { name: 'Add' }).click();
  await page.getByText('follow the link in the mail we sent').waitFor();
  await axe(page, 'settings, unconfirmed');
  const first = await mail.wait(count + 1);
  assert.deepEqual(first.to, ['ben@example.org']);
  assert.match(first.header('Subject')[0], /is this your address/);
  const confirm = /http\S+\/alerts\/confirm#\S+/.exec(first.text)[0];
  // Before that nothing else is sent.
  const early = await begun(ann, ben);
  await play(ann, early, 0, 'A1');
  await page.waitForTimeout(1500);
  assert.equal(mail.letters.length, count + 1);
  const elsewhere = await browser.newContext({ locale: 'en-GB' });
  const reader = await elsewhere.newPage();
  await reader.goto(confirm);
  await reader.getByText('From now on you are told at ben@example.org').waitFor();
  await reader.reload();
  await reader.getByText(/used or has expired/i).waitFor();

  // What waited is told now; and each turn once.
  const told = await mail.wait(count + 2);
  assert.equal(told.header('Subject')[0], 'Your turn: Marelles');
  assert.ok(told.text.includes(`${house.url}/t/${early}`), told.text);
  assert.equal(told.header('List-Unsubscribe-Post')[0], 'List-Unsubscribe=One-Click');
  assert.equal(told.header('Message-ID').length, 1);
  const stop = /^<(.+)>$/.exec(told.header('List-Unsubscribe')[0])[1];
  assert.ok(told.text.includes(stop), `${stop} in ${told.text}`);
  await page.waitForTimeout(1500);
  assert.equal(mail.letters.length, count + 2);

  // A person clicks the link in the mail.
  await reader.goto(stop);
  await reader.getByText('Nothing more is sent to ben@example.org').waitFor();
  await axe(reader, 'stopped');
  await play(ben, early, 1, 'D7');
  await play(ann, early, 2, 'A4');
  await page.waitForTimeout(1500);
  assert.equal(mail.letters.length, count + 2);
  // On again in Settings; a mail program presses its own button (RFC 8058).
  await page.goto(`${house.url}/settings`);
  await page.getByRole('switch', { name: 'ben@example.org' }).click();
  await page.locator('[role=switch][aria-label="ben@example.org"][aria-checked=true]').waitFor();
  const pressed = await fetch(stop, { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'List-Unsubscribe=One-Click' });
  assert.equal(pressed.status, 200);
  assert.equal((await ask(page, '/me/alerts')).channels[0].state, 'off');

  // No line of a header, no second address, nobody's address.
  for (const address of ['a@example.org\r\nBcc: b@example.org', 'a@example.org, b@example.org', 'A <a@example.org>', 'a@localhost'])
    assert.equal((await ask(page, '/me/alerts/mail', { address })).error.code, 'alert/address', address);
  assert.equal((await ask(page, '/me/alerts/mail', { address: 'nobody@example.org' })).error.code, 'alert/not_sent');
  fine(ann, ben);
  await Promise.all([ann.context, ben.context, elsewhere].map((it) => it.close()));
});

test('webhooks, quiet hours and reminders are chosen on the page, in Chinese too; the page can be installed', async () => {
  const ann = await visitor(browser, house, 'Ann', { locale: 'zh-CN' });
  const { page } = ann;
  const before = push.posted.length;
  await page.goto(`${house.url}/games`);
  await page.getByLabel('Webhook 种类').selectOption('ntfy');
  await page.getByLabel('Webhook 地址').fill(`${push.url}/my-topic`);
  await page.locator('form.hook').getByRole('button', { name: '添加' }).click();
  await page.getByRole('switch', { name: '127.0.0.1' }).waitFor();
  await page.getByRole('button', { name: '发一条试试' }).click();
  await page.getByText('已发送。').waitFor();
  const { path, body } = await push.wait(before + 1);
  const said = JSON.parse(body);
  assert.deepEqual([path, said.topic, said.title], ['/', 'my-topic', '成功了']);
  await page.getByLabel('夜间免打扰').check();
  await page.getByLabel('免打扰结束').waitFor();
  await page.getByLabel('提醒我').selectOption('12');
  await page.waitForTimeout(300);
  const { settings } = await ask(page, '/me/alerts');
  assert.deepEqual([settings.remind_hours, settings.quiet.from, settings.quiet.to], [12, 1320, 420]);
  await axe(page, 'my games, alerts');
  await page.getByRole('button', { name: '移除 127.0.0.1' }).click();
  await page.getByRole('switch', { name: '127.0.0.1' }).waitFor({ state: 'detached' });

  // Days off: the clock stands still, and one is back with a click.
  await page.getByRole('spinbutton', { name: '天数' }).fill('3');
  await page.getByRole('button', { name: '休几天假' }).click();
  await page.getByText('你的时钟停到').waitFor();
  assert.equal((await ask(page, '/me/vacation')).left, 11);
  await page.getByRole('button', { name: '我回来了' }).click();
  await page.getByText('剩 13 / 14 天').waitFor();

  const debug = await ann.context.newCDPSession(page);
  const { errors, url } = await debug.send('Page.getAppManifest');
  assert.equal(url, `${house.url}/manifest.webmanifest`);
  assert.deepEqual(errors, []);
  const { installabilityErrors } = await debug.send('Page.getInstallabilityErrors');
  assert.deepEqual(installabilityErrors.filter((it) => it.errorId !== 'in-incognito'), []);
  fine(ann);
  await ann.context.close();
});
