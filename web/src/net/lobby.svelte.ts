import { api } from './api';
import type { SeatChoice, ServerMessage, TableInfo } from '../generated/protocol';
import { router } from '../lib/router.svelte';
import { session } from './session.svelte';
import { connection } from './socket.svelte';
import { complain } from '../lib/toast.svelte';

/** What the front page shows: the house's tables, the own games, and whether one waits for a partner. */
export class Lobby {
  tables = $state.raw<TableInfo[]>([]);
  running = $state.raw<TableInfo[]>([]);
  finished = $state.raw<TableInfo[]>([]);
  waiting = $state<{ game: string; table: string; seat: SeatChoice } | null>(null);
  #stop: (() => void)[] = [];
  /** The number of the last change heard of. */
  #version = 0;

  constructor() {
    this.#stop.push(connection.listen((message) => this.#hear(message)));
    this.#stop.push(
      connection.onOpen(() => {
        connection.send({ type: 'lobby' });
        void this.readOwn();
        // The server forgot that we wait when the connection broke.
        if (this.waiting !== null) void this.pair(this.waiting.game, this.waiting.seat);
      }),
    );
  }

  close(): void {
    for (const stop of this.#stop) stop();
    connection.send({ type: 'leave_lobby' });
    if (this.waiting !== null) connection.send({ type: 'cancel_quick_pair', game: this.waiting.game });
  }

  /** Own matches that wait for this person. */
  get turns(): Set<string> {
    const mine = (table: TableInfo): boolean => table.to_act?.some((seat) => table.seats[seat]?.name === session.me?.name) ?? false;
    return new Set(this.running.filter((table) => table.status === 'running' && mine(table)).map((table) => table.id));
  }

  async readOwn(): Promise<void> {
    if (session.me === null) return;
    try {
      const own = await api<{ running: TableInfo[]; finished: TableInfo[] }>('/me/games');
      this.running = own.running;
      this.finished = own.finished.slice(0, 5);
    } catch {
      // The banner tells if the server is away.
    }
  }

  async pair(game: string, seat: SeatChoice): Promise<void> {
    if (!(await session.need())) return;
    try {
      const answer = await connection.request({ type: 'quick_pair', game, seat });
      if (answer.type !== 'done' || !answer.table) return;
      if (answer.table.status === 'open') this.waiting = { game, table: answer.table.id, seat };
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
    switch (message.type) {
      case 'lobby':
        this.#version = message.version;
        this.tables = message.tables;
        break;
      case 'table':
        this.#changed(message.table);
        this.#follow(message.version);
        break;
      case 'table_gone':
        this.tables = this.tables.filter((it) => it.id !== message.id);
        this.running = this.running.filter((it) => it.id !== message.id);
        // An older copy of the wish was taken back with its connection: this page still waits.
        if (message.id === this.waiting?.table) void this.pair(this.waiting.game, this.waiting.seat);
        this.#follow(message.version);
        break;
      case 'turn':
        this.running = this.running.map((it) => (it.id === message.match ? { ...it, to_act: message.to_act } : it));
        break;
      default:
    }
  }

  #changed(table: TableInfo): void {
    if (table.id === this.waiting?.table && table.status === 'running') return this.#found(table.id);
    this.tables = [table, ...this.tables.filter((it) => it.id !== table.id)];
    // An own game began or ended: the lists of own games are the server's to make.
    if (table.seats.some((seat) => seat.name !== undefined && seat.name === session.me?.name)) void this.readOwn();
  }

  /** Changes are numbered; whoever missed one reads the whole list again. */
  #follow(version: number | undefined): void {
    if (version === undefined) return;
    if (version > this.#version + 1) connection.send({ type: 'lobby' });
    this.#version = version;
  }
}
