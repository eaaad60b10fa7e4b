import type { ServerMessage, TableInfo } from '../generated/protocol';
import { router } from '../lib/router.svelte';
import type { Followed } from '../net/match.svelte';
import { ownSeat } from '../net/seat';
import { connection } from '../net/socket.svelte';

/**
 * Playing again from where the result is: whoever asks waits there for the answer, and both go to
 * the new match when it begins.
 */
export class Rematch {
  /** The new table, as long as this person waits at it. */
  waiting = $state.raw<TableInfo | null>(null);
  /** The other one said no, or has taken the wish back. */
  declined = $state(false);
  readonly #followed: Followed;
  readonly #me: () => string | undefined;

  constructor(followed: Followed, me: () => string | undefined) {
    this.#followed = followed;
    this.#me = me;
    $effect(() => connection.listen((message) => this.#hear(message)));
    // After a break of the line, or a reload while the other one thinks.
    $effect(() => connection.onOpen(() => this.#watch()));
  }

  /** Somebody else waits at the new table. */
  get asked(): boolean {
    return this.waiting === null && this.#followed.table?.rematch !== undefined;
  }

  async ask(): Promise<void> {
    this.declined = false;
    const answer = await this.#followed.command({ type: 'rematch', table: this.#followed.id });
    if (answer?.type !== 'done' || !answer.table) return;
    this.#settle(answer.table);
    if (this.waiting !== null) this.#watch();
  }

  /** Not now: said by either of the two. */
  async end(): Promise<void> {
    this.waiting = null;
    await this.#followed.command({ type: 'decline_rematch', table: this.#followed.id });
  }

  #watch(): void {
    if (this.waiting !== null) connection.send({ type: 'open', match: this.waiting.id });
  }

  #settle(table: TableInfo): void {
    if (table.status === 'running') {
      this.waiting = null;
      router.go(`/t/${table.id}`);
    } else if (ownSeat(table, this.#me()) >= 0) this.waiting = table;
    else this.waiting = null;
  }

  #hear(message: ServerMessage): void {
    const id = this.waiting?.id;
    if (id === undefined) return;
    if (message.type === 'table' && message.table.id === id) this.#settle(message.table);
    else if (message.type === 'match' && message.table.id === id) this.#settle(message.table);
    else if (message.type === 'table_gone' && message.id === id) {
      this.waiting = null;
      this.declined = true;
    }
  }
}
