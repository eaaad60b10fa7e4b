import { Refused } from './api';
import type { Command, Me, Request, ServerMessage } from '../generated/protocol';

interface Waiting {
  frame: string;
  settle: (message: ServerMessage) => void;
  refuse: (error: Refused) => void;
}

const FIRST_WAIT_MS = 300;
const LONGEST_WAIT_MS = 8000;
const QUIET_MS = 15_000;
/** A handshake that takes longer is given up and begun anew. */
const HANDSHAKE_MS = 20_000;

/** Null for anything that is no message. */
function parse(text: string): ServerMessage | null {
  try {
    const found: unknown = JSON.parse(text);
    return typeof found === 'object' && found !== null && 'type' in found ? (found as ServerMessage) : null;
  } catch {
    return null;
  }
}

/**
 * The one socket of the page. It is `open` only between the server's welcome on the present socket
 * and the end of that socket; commands given at any other time wait for the next welcome. A command is kept until it is answered: after a broken connection
 * it is sent again under the same id, and the server carries it out only once.
 */
class Connection {
  status = $state<'connecting' | 'open' | 'lost'>('connecting');
  you = $state<Me | null>(null);
  /** Server's clock minus ours. */
  skew = 0;
  #socket: WebSocket | null = null;
  #waiting = new Map<string, Waiting>();
  #listeners = new Set<(message: ServerMessage) => void>();
  #resume = new Set<() => void>();
  #failures = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #heard = 0;
  #count = 0;
  #prefix = Math.random().toString(36).slice(2, 10);

  constructor() {
    setInterval(() => this.#heartbeat(), 5000);
    addEventListener('online', () => this.#again(0));
    addEventListener('offline', () => this.#socket?.close());
  }

  /** Begins a connection under the present session; one that was open ends. */
  connect(): void {
    clearTimeout(this.#retry);
    const former = this.#socket;
    this.#socket = null;
    former?.close();
    // Nothing may be sent before the new socket's welcome, and who we are is known by it.
    this.status = this.status === 'lost' ? 'lost' : 'connecting';
    this.#heard = Date.now();
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(`${scheme}://${location.host}/ws`);
    this.#socket = socket;
    socket.onmessage = (event) => {
      if (this.#socket === socket) this.#hear(String(event.data));
    };
    socket.onclose = () => {
      if (this.#socket !== socket) return;
      this.#socket = null;
      this.status = 'lost';
      this.#failures += 1;
      const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 1.7 ** (this.#failures - 1));
      this.#again(wait * (0.75 + Math.random() / 2));
    };
  }

  /** Every message; returns how to stop. */
  listen(listener: (message: ServerMessage) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Called now if connected, and again after every reconnect: to ask for subscriptions. */
  onOpen(resume: () => void): () => void {
    this.#resume.add(resume);
    if (this.status === 'open') resume();
    return () => this.#resume.delete(resume);
  }

  request(command: Command): Promise<ServerMessage> {
    const id = `${this.#prefix}-${(this.#count += 1)}`;
    const request: Request = { ...command, id };
    const frame = JSON.stringify(request);
    return new Promise((settle, refuse) => {
      this.#waiting.set(id, { frame, settle, refuse });
      if (this.status === 'open') this.#socket?.send(frame);
    });
  }

  /** For subscriptions, which are asked for anew after a reconnect anyway. */
  send(command: Command): void {
    if (this.status === 'open') this.#socket?.send(JSON.stringify(command));
  }

  #again(wait: number): void {
    if (this.#socket !== null) return;
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.connect(), wait);
  }

  #heartbeat(): void {
    const quiet = Date.now() - this.#heard;
    if (this.status !== 'open') {
      if (this.#socket !== null && quiet > HANDSHAKE_MS) this.connect();
      return;
    }
    if (quiet > 2 * QUIET_MS) this.#socket?.close();
    else if (quiet > QUIET_MS) this.send({ type: 'ping' });
  }

  #hear(text: string): void {
    this.#heard = Date.now();
    const message = parse(text);
    if (message === null) return;
    if (message.type === 'welcome') this.#opened(message.you ?? null, message.now_ms);
    const id = 'id' in message ? message.id : undefined;
    const waiting = id === undefined ? undefined : this.#waiting.get(id);
    if (waiting !== undefined && id !== undefined) {
      this.#waiting.delete(id);
      if (message.type === 'error') waiting.refuse(new Refused(message.code, message.message));
      else waiting.settle(message);
    }
    for (const listener of this.#listeners) {
      try {
        listener(message);
      } catch (error) {
        console.error('a message could not be shown', message.type, error);
      }
    }
  }

  #opened(you: Me | null, now: number): void {
    this.status = 'open';
    this.#failures = 0;
    this.you = you;
    this.skew = now - Date.now();
    // Subscriptions first; what they ask goes out at once and must not be sent twice.
    const unanswered = [...this.#waiting.values()];
    for (const resume of this.#resume) resume();
    for (const { frame } of unanswered) this.#socket?.send(frame);
  }
}

export const connection = new Connection();
