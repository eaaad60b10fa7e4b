import { api } from '../net/api';
import { complain, say } from '../lib/toast.svelte';
import { lang } from '../words/i18n.svelte';
import { word } from './words';

export interface Channel {
  id: string;
  kind: 'push' | 'mail' | 'hook';
  label: string;
  state: 'unconfirmed' | 'on' | 'off';
  style?: string;
}

/** Minutes since midnight, and how far this clock is ahead of UTC. */
export interface Quiet {
  from: number;
  to: number;
  zone?: string;
  offset?: number;
}

export interface AlertSettings {
  remind_hours: number;
  quiet: Quiet | null;
}

interface Info {
  key: string;
  mail: boolean;
  channels: Channel[];
  settings: AlertSettings;
}

const KEPT = 'parlor.push';

/** Which of the channels is this browser. */
function kept(): string | null {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null;
  }
}

function keep(id: string | null): void {
  try {
    if (id === null) localStorage.removeItem(KEPT);
    else localStorage.setItem(KEPT, id);
  } catch {
    // Then the list shows this browser like any other.
  }
}

/** How this person is told of a turn while the page is closed. */
export class Alerts {
  info = $state.raw<Info | null>(null);
  busy = $state(false);
  here = $state(kept());
  /** Browsers give push to pages they can trust alone. */
  readonly pushable = isSecureContext && 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

  of(kind: Channel['kind']): Channel[] {
    return this.info?.channels.filter((it) => it.kind === kind) ?? [];
  }

  /** This browser's own channel. */
  get device(): Channel | undefined {
    return this.of('push').find((it) => it.id === this.here);
  }

  get on(): Channel[] {
    return this.info?.channels.filter((it) => it.state === 'on') ?? [];
  }

  async load(): Promise<void> {
    this.info = await api<Info>('/me/alerts');
  }

  /** Does something, shows what went wrong, and reads again how things are. */
  async act(what: () => Promise<unknown>): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    try {
      await what();
      return true;
    } catch (error) {
      complain(error);
      return false;
    } finally {
      await this.load().catch(complain);
      this.busy = false;
    }
  }

  pushOn(): Promise<boolean> {
    return this.act(async () => {
      if (this.info === null) return;
      if ((await Notification.requestPermission()) !== 'granted') return say(word('push.denied'), true);
      await navigator.serviceWorker.register('/sw.js');
      const ready = await navigator.serviceWorker.ready;
      const subscription = await ready.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: this.info.key }).catch(() => null);
      if (subscription === null) return say(word('push.failed'), true);
      const { id } = await api<Channel>('/me/alerts/push', { body: { ...subscription.toJSON(), language: lang() } });
      keep(id);
      this.here = id;
    });
  }

  pushOff(): Promise<boolean> {
    return this.act(async () => {
      const { here } = this;
      const registration = await navigator.serviceWorker.getRegistration();
      await (await registration?.pushManager.getSubscription())?.unsubscribe();
      keep(null);
      this.here = null;
      if (here !== null) await api(`/me/alerts/${here}`, { method: 'DELETE' });
    });
  }

  add(kind: 'mail' | 'hook', body: object): Promise<boolean> {
    return this.act(() => api(`/me/alerts/${kind}`, { body: { ...body, language: lang() } }));
  }

  turn(channel: Channel, on: boolean): Promise<boolean> {
    return this.act(() => api(`/me/alerts/${channel.id}`, { body: { on } }));
  }

  remove(channel: Channel): Promise<boolean> {
    return this.act(() => api(`/me/alerts/${channel.id}`, { method: 'DELETE' }));
  }

  async tryAll(): Promise<void> {
    const done = await this.act(async () => {
      for (const { id } of this.on) await api(`/me/alerts/${id}/try`, { method: 'POST' });
    });
    if (done) say(word('try.sent'));
  }

  set(settings: AlertSettings): Promise<boolean> {
    return this.act(() => api('/me/alerts/settings', { body: settings }));
  }
}
