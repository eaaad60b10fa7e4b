import type { Pace, SeatChoice, ServerMessage, TableInfo } from '../generated/protocol';
import { router } from '../lib/router.svelte';
import { session } from './session.svelte';
import { connection } from './socket.svelte';
import { complain } from '../lib/toast.svelte';

/** What somebody wants of a quick match. */
export interface Terms {
  pace: Pace;
  rated: boolean;
  seat: SeatChoice;
}

/** What the front page shows besides the own games: the house's tables, and whether one waits for a partner. */
export class Lobby {
  tables = $state.raw<TableInfo[]>([]);
  /** Whether the list has come: only then is it known what else is in sight. */
  known = $state(false);
  waiting = $state<{ game: string; table: string; terms: Terms } | null>(null);
  #stop: (() => void)[] = [];
  /** The number of the last change heard of. */
  #version = 0;

  constructor() {
    this.#stop.push(connection.listen((message) => this.#hear(message)));
    this.#stop.push(
      connection.onOpen(() => {
        connection.send({ type: 'lobby' });
        // The server forgot that we wait when the connection broke.
        if (this.waiting !== null) void this.pair(this.waiting.game, this.waiting.terms);
      }),
    );
  }

  close(): void {
    for (const stop of this.#stop) stop();
    connection.send({ type: 'leave_lobby' });
    if (this.waiting !== null) connection.send({ type: 'cancel_quick_pair', game: this.waiting.game });
  }

  async pair(game: string, terms: Terms): Promise<void> {
    if (!(await session.need())) return;
    try {
      const answer = await connection.request({ type: 'quick_pair', game, ...terms });
      if (answer.type !== 'done' || !answer.table) return;
      if (answer.table.status === 'open') this.waiting = { game, table: answer.table.id, terms };
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
        this.known = true;
        break;
      case 'table':
        this.#changed(message.table);
        this.#follow(message.version);
        break;
      case 'table_gone':
        this.tables = this.tables.filter((it) => it.id !== message.id);
        // An older copy of the wish was taken back with its connection: this page still waits.
        if (message.id === this.waiting?.table) void this.pair(this.waiting.game, this.waiting.terms);
        this.#follow(message.version);
        break;
      default:
    }
  }

  #changed(table: TableInfo): void {
    if (table.id === this.waiting?.table && table.status === 'running') return this.#found(table.id);
    this.tables = [table, ...this.tables.filter((it) => it.id !== table.id)];
  }

  /** Changes are numbered; whoever missed one reads the whole list again. */
  #follow(version: number | undefined): void {
    if (version === undefined) return;
    if (version > this.#version + 1) connection.send({ type: 'lobby' });
    this.#version = version;
  }
}
