import { api, Refused } from './api';
import type { Me } from '../generated/protocol';
import { complain } from '../lib/toast.svelte';
import { connection } from './socket.svelte';

/** Who one is, and the dialog that asks for it. */
class Session {
  me = $state<Me | null>(null);
  known = $state(false);
  asking = $state(false);
  /** Of a house that is not open to everybody: what lets a new name in. */
  invite: string | null = null;
  #then: ((ok: boolean) => void)[] = [];
  /** This page itself ends the session to begin another. */
  #renewing = false;

  constructor() {
    connection.listen((message) => {
      if (message.type !== 'error' || message.code !== 'people/session_ended' || this.#renewing) return;
      // Ended from elsewhere: whoever sits here is nobody until a name is chosen.
      this.me = null;
      complain(new Refused(message.code, message.message));
    });
  }

  async start(): Promise<void> {
    try {
      this.me = await api<Me | null>('/session');
    } catch {
      // The banner says that the server is away; the socket tries on.
    }
    this.known = true;
    connection.connect();
  }

  /** True once there is a name. */
  need(): Promise<boolean> {
    if (this.me !== null) return Promise.resolve(true);
    this.asking = true;
    return new Promise((settle) => this.#then.push(settle));
  }

  async enter(name: string, password: string | null): Promise<void> {
    const body = { name, ...(password === null ? {} : { password }), ...(this.invite === null ? {} : { invite: this.invite }) };
    this.me = (await api<{ you: Me }>('/session', { body })).you;
    connection.connect();
    this.#close(true);
  }

  /** In by something that stands for a name: a link from another device, a recovery phrase. */
  async come(path: string, body: object): Promise<void> {
    this.me = (await api<{ you: Me }>(path, { body })).you;
    connection.connect();
    this.#close(true);
  }

  /** A password for the name: every other session of it ends, and this page gets a new one. */
  async protect(old: string | null, fresh: string): Promise<void> {
    this.#renewing = true;
    try {
      this.me = await api<Me>('/me/password', { body: old === null ? { new: fresh } : { old, new: fresh } });
      connection.connect();
    } finally {
      this.#renewing = false;
    }
  }

  async leave(): Promise<void> {
    await api('/session', { method: 'DELETE' }).catch((error: unknown) => {
      if (!(error instanceof Refused)) throw error;
    });
    this.me = null;
    connection.connect();
  }

  cancel(): void {
    this.#close(false);
  }

  #close(ok: boolean): void {
    this.asking = false;
    for (const settle of this.#then.splice(0)) settle(ok);
  }
}

export const session = new Session();
