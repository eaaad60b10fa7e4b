import { api } from './api';
import type { MatchSnapshot, ServerMessage, TableInfo } from '../generated/protocol';
import { router } from '../lib/router.svelte';
import { session } from './session.svelte';
import { connection } from './socket.svelte';
import { complain } from '../lib/toast.svelte';

const MOST_ASKED = 10;

/** What the front page shows: the house's tables, the own games, and whether one waits for a partner. */
export class Lobby {
  tables = $state.raw<TableInfo[]>([]);
  running = $state.raw<TableInfo[]>([]);
  finished = $state.raw<TableInfo[]>([]);
  turns = $state.raw<Set<string>>(new Set());
  waiting = $state<{ game: string; table: string } | null>(null);
  #stop: (() => void)[] = [];

  constructor() {
    this.#stop.push(connection.listen((message) => this.#hear(message)));
    this.#stop.push(
      connection.onOpen(() => {
        connection.send({ type: 'lobby' });
        void this.readOwn();
        // The server forgot that we wait when the connection broke.
        if (this.waiting !== null) void this.pair(this.waiting.game);
      }),
    );
    const timer = setInterval(() => void this.readOwn(), 15_000);
    this.#stop.push(() => clearInterval(timer));
    // Before the next page subscribes to its table: leaving the lobby ends table news, too.
    router.onLeave(() => connection.send({ type: 'leave_lobby' }));
  }

  close(): void {
    for (const stop of this.#stop) stop();
    if (this.waiting !== null) connection.send({ type: 'cancel_quick_pair', game: this.waiting.game });
  }

  async readOwn(): Promise<void> {
    if (session.me === null) return;
    try {
      const own = await api<{ running: TableInfo[]; finished: TableInfo[] }>('/me/games');
      const asked = own.running.filter((table) => table.status === 'running').slice(0, MOST_ASKED);
      const states = await Promise.all(asked.map((table) => api<MatchSnapshot>(`/matches/${table.id}`).catch(() => null)));
      const turns = states.flatMap((it) => (it?.seat != null && it.to_act.includes(it.seat) ? [it.table.id] : []));
      this.turns = new Set(turns);
      this.running = [...own.running].sort((a, b) => Number(this.turns.has(b.id)) - Number(this.turns.has(a.id)));
      this.finished = own.finished.slice(0, 5);
    } catch {
      // The banner tells if the server is away.
    }
  }

  async pair(game: string): Promise<void> {
    if (!(await session.need())) return;
    try {
      const answer = await connection.request({ type: 'quick_pair', game });
      if (answer.type !== 'done' || !answer.table) return;
      if (answer.table.status === 'open') this.waiting = { game, table: answer.table.id };
      else this.#found(answer.table.id);
    } catch (error) {
      this.waiting = null;
      complain(error);
    }
  }

  async cancel(): Promise<void> {
    const game = this.waiting?.game;
    this.waiting = null;
    if (game !== undefined) await connection.request({ type: 'cancel_quick_pair', game }).catch(complain);
  }

  #found(table: string): void {
    this.waiting = null;
    router.go(`/t/${table}`);
  }

  #hear(message: ServerMessage): void {
    if (message.type === 'lobby') this.tables = message.tables;
    else if (message.type === 'table' || message.type === 'paired') {
      const { table } = message;
      if (table.id === this.waiting?.table && table.status === 'running') this.#found(table.id);
      else this.tables = [table, ...this.tables.filter((it) => it.id !== table.id)];
    } else if (message.type === 'table_gone') this.tables = this.tables.filter((it) => it.id !== message.id);
  }
}
