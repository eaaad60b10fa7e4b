import { api } from './api';
import type { ServerMessage, TableInfo } from '../generated/protocol';
import { isOwn, ownSeat } from './seat';
import { session } from './session.svelte';
import { connection } from './socket.svelte';

/** Several changes in a row are read once. */
const PAUSE_MS = 150;

/** This person's own tables and matches, wherever on the page one is. */
class Own {
  running = $state.raw<TableInfo[]>([]);
  finished = $state.raw<TableInfo[]>([]);
  /** The lists were read at least once for the present name. */
  read = $state(false);
  #of: string | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    connection.listen((message) => this.#hear(message));
    connection.onOpen(() => {
      const name = connection.you?.name ?? null;
      if (name !== this.#of) this.#forget(name);
      if (name === null) return;
      connection.send({ type: 'turns' });
      void this.reload();
    });
  }

  get me(): string | undefined {
    return session.me?.name;
  }

  mine(table: TableInfo): boolean {
    const me = session.me?.name;
    return table.status === 'running' && (table.to_act?.some((seat) => isOwn(table, seat, me)) ?? false);
  }

  /** Own matches that wait for this person, the one with the least time first as far as the list knows. */
  get waiting(): TableInfo[] {
    return this.running.filter((table) => this.mine(table));
  }

  /** Tables at which this person waits and that have room for others. */
  get open(): TableInfo[] {
    return this.running.filter((table) => table.status === 'open' && table.challenged === undefined && table.seats.some((it) => !(it.name ?? it.bot)));
  }

  get turns(): Set<string> {
    return new Set(this.waiting.map((table) => table.id));
  }

  /** Where to go on after a move here: the next match that waits. */
  next(after: string): TableInfo | undefined {
    const all = this.running;
    const at = all.findIndex((table) => table.id === after);
    return [...all.slice(at + 1), ...all.slice(0, Math.max(at, 0))].find((table) => this.mine(table));
  }

  async reload(): Promise<void> {
    if (session.me === null) return;
    const { name } = session.me;
    try {
      const own = await api<{ running: TableInfo[]; finished: TableInfo[] }>('/me/games');
      if (session.me?.name !== name) return;
      this.running = own.running;
      this.finished = own.finished;
      this.read = true;
    } catch {
      // The banner tells if the server is away.
    }
  }

  /** The lists of own games are the server's to make. */
  soon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.reload(), PAUSE_MS);
  }

  #forget(name: string | null): void {
    this.#of = name;
    this.running = [];
    this.finished = [];
    this.read = false;
  }

  #hear(message: ServerMessage): void {
    if (message.type === 'turn') {
      const known = this.running.some((it) => it.id === message.match && it.status === 'running');
      // A match that began or ended changes the lists themselves.
      if (!known || message.to_act.length === 0) return this.soon();
      this.running = this.running.map((it) => (it.id === message.match ? { ...it, to_act: message.to_act } : it));
    } else if (message.type === 'table') {
      if (ownSeat(message.table, session.me?.name) >= 0) this.soon();
    } else if (message.type === 'table_gone' && this.running.some((it) => it.id === message.id)) {
      this.running = this.running.filter((it) => it.id !== message.id);
    }
  }
}

export const own = new Own();
