// Shows what the house says while no page of it is open. It keeps nothing and answers no requests.

/** Messages name the house as its operator does; here it is the place this page came from. */
const here = (address) => {
  const { pathname, search } = new URL(address, self.location.origin);
  return self.location.origin + pathname + search;
};

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('push', (event) => {
  let said = {};
  try {
    said = event.data?.json() ?? {};
  } catch {
    // Something has to be shown: the browser counts on it.
  }
  const { title = 'Parlor', body = '', url = '/games', tag = 'parlor', stop = '', stop_text = '' } = said;
  event.waitUntil(
    self.registration.showNotification(title, {
      body, tag, renotify: true, icon: '/icon-192.png', badge: '/badge-96.png', data: { url, stop },
      actions: stop === '' ? [] : [{ action: 'stop', title: stop_text }],
    }),
  );
});

async function open(address) {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const same = windows.find((it) => it.url === address) ?? windows[0];
  if (same === undefined) return self.clients.openWindow(address);
  await same.focus();
  return same.url === address ? same : same.navigate(address);
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { url, stop } = event.notification.data ?? {};
  if (event.action === 'stop' && stop) event.waitUntil(fetch(here(stop), { method: 'POST' }));
  else event.waitUntil(open(here(url ?? '/games')));
});

// The browser has changed the address under which it can be told something.
self.addEventListener('pushsubscriptionchange', (event) => {
  const again = async () => {
    const key = event.oldSubscription?.options.applicationServerKey;
    const fresh = event.newSubscription ?? (key ? await self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }) : null);
    if (fresh === null) return;
    const headers = { 'content-type': 'application/json' };
    await fetch('/api/v1/me/alerts/push', { method: 'POST', headers, body: JSON.stringify({ ...fresh.toJSON(), language: self.navigator.language }) });
  };
  event.waitUntil(again());
});
