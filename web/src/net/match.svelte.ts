import { tick } from 'svelte';
import type { Batch, Mark, Previewed } from '../games/types';
import { api, Refused } from './api';
import type { AwayView, ChatLine, Command, CurtainView, LogLine, LogPage, MatchSnapshot, MatchUpdate, OfferKind, ServerMessage, TableInfo } from '../generated/protocol';
import { connection } from './socket.svelte';
import { complain, say } from '../lib/toast.svelte';
import { refusal, t } from '../words/i18n.svelte';

/** How long an accepted offer may take to show in the position. */
const ANSWER_MS = 400;

export interface Advice {
  seq: number;
  action: string;
  chance: number | null;
}

/** One table or match as this page follows it. */
export class Followed {
  table = $state.raw<TableInfo | null>(null);
  snap = $state.raw<MatchSnapshot | null>(null);
  log = $state.raw<LogLine[]>([]);
  chat = $state.raw<ChatLine[]>([]);
  batch = $state.raw<Batch>({ n: 0, lines: [] });
  pending = $state<string | null>(null);
  gone = $state<Refused | null>(null);
  /** An earlier position is looked at. */
  at = $state<number | null>(null);
  past = $state.raw<unknown>(null);
  /** What a bot would do, asked for in position `seq`. */
  advice = $state.raw<Advice | null>(null);
  /** What a review points at in the position looked at. */
  reviewed = $state.raw<Mark[]>([]);
  /** The offer this person made and that nobody has answered yet. */
  asked = $state<OfferKind | null>(null);
  /** Who is not here, as last told. */
  away = $state.raw<AwayView | null>(null);
  /** At a shared screen: it is somebody else's turn to sit before it. */
  curtain = $state.raw<CurtainView | null>(null);
  /** The curtain hangs: nothing of the position is kept. */
  handed = $state(false);
  #views = new Map<number, unknown>();
  #previews = { seq: -1, answers: new Map<string, Promise<Previewed | null>>() };
  #stop: (() => void)[] = [];

  constructor(
    readonly id: string,
    readonly invite: string | null,
  ) {
    this.#stop.push(connection.listen((message) => this.#hear(message)));
    this.#stop.push(connection.onOpen(() => void this.#open()));
  }

  close(): void {
    for (const stop of this.#stop) stop();
    connection.send({ type: 'close', match: this.id });
  }

  get seat(): number | null {
    return this.snap?.seat ?? null;
  }

  get canAct(): boolean {
    const { snap } = this;
    return snap !== null && snap.seat !== null && this.at === null && snap.outcome === null &&
      this.pending === null && snap.to_act.includes(snap.seat);
  }

  get query(): string {
    return this.invite === null ? '' : `?invite=${encodeURIComponent(this.invite)}`;
  }

  async play(action: string): Promise<void> {
    if (this.snap === null || this.pending !== null) return;
    this.pending = action;
    try {
      await connection.request({ type: 'play', match: this.id, seq: this.snap.seq, action });
    } catch (error) {
      complain(error);
      // The position may be another one than the page believes.
      if (error instanceof Refused && error.code === 'match/stale') void this.#open();
    } finally {
      this.pending = null;
    }
  }

  /** At a shared screen: this seat sits before it now. */
  async lift(seat: number): Promise<void> {
    await this.command({ type: 'lift', match: this.id, seat });
  }

  /**
   * Lets the curtain fall. The page is loaded anew: whatever still holds on to what the last one saw (the browser
   * keeps the elements it measured) goes with the old one, and the server gives the new one nothing but the curtain.
   */
  async handOver(): Promise<void> {
    this.handed = true;
    // First the board goes that shows it.
    await tick();
    location.reload();
  }

  /** Asks for something; a refusal is shown, and null is the answer. */
  async command(command: Command): Promise<ServerMessage | null> {
    try {
      return await connection.request(command);
    } catch (error) {
      complain(error);
      return null;
    }
  }

  /** Asks the others for a draw or to take back; the button rests until they answer. */
  async offer(kind: OfferKind): Promise<void> {
    if (kind === 'abort') return;
    this.asked = kind;
    if ((await this.command({ type: kind === 'draw' ? 'offer_draw' : 'offer_take_back', match: this.id })) === null) this.asked = null;
  }

  /** What an action would do, from the server; the answers for one position are kept. */
  preview(action: string): Promise<Previewed | null> {
    const { snap } = this;
    if (snap === null || snap.seat === null || snap.outcome !== null || this.at !== null) return Promise.resolve(null);
    if (this.#previews.seq !== snap.seq) this.#previews = { seq: snap.seq, answers: new Map() };
    const { seq, answers } = this.#previews;
    const kept = answers.get(action);
    if (kept !== undefined) return kept;
    const asked = this.#askPreview(action, seq);
    answers.set(action, asked);
    return asked;
  }

  async #askPreview(action: string, seq: number): Promise<Previewed | null> {
    try {
      const extra = this.invite === null ? '' : `&invite=${encodeURIComponent(this.invite)}`;
      const told = await api<{ seq: number; effect?: unknown; refused?: string; code?: string }>(`/matches/${this.id}/preview?action=${encodeURIComponent(action)}${extra}`);
      if (told.seq !== seq) return null;
      if (told.refused !== undefined) return { refused: refusal(told.code ?? '', told.refused) };
      return told.effect === undefined ? null : { effect: told.effect };
    } catch {
      // A preview is a service: without it the board plays on.
      return null;
    }
  }

  /** Shows the position after an entry; null goes back to now. */
  async look(seq: number | null): Promise<void> {
    if (seq === null || this.snap === null || (seq >= this.snap.seq && this.snap.outcome === null)) {
      this.at = null;
      return;
    }
    this.at = seq;
    if (!this.#views.has(seq)) {
      try {
        const found = await api<{ view: unknown }>(`/matches/${this.id}/views/${seq}${this.query}`);
        this.#views.set(seq, found.view);
      } catch (error) {
        complain(error);
        this.at = null;
        return;
      }
    }
    // Only the last asked for counts when the slider runs ahead of the answers.
    if (this.at === seq) this.past = this.#views.get(seq);
  }

  get view(): unknown {
    return this.at !== null && this.past !== null ? this.past : this.snap?.view;
  }

  async #open(): Promise<void> {
    const since = this.snap?.seq;
    const command: Command & { type: 'open' } = { type: 'open', match: this.id };
    if (since !== undefined) command.since = since;
    if (this.invite !== null) command.invite = this.invite;
    try {
      const answer = await connection.request(command);
      if (answer.type === 'done' && answer.table) this.#table(answer.table);
      this.gone = null;
    } catch (error) {
      if (error instanceof Refused) this.gone = error;
    }
  }

  #hear(message: ServerMessage): void {
    switch (message.type) {
      case 'table':
        if (message.table.id === this.id) this.#table(message.table);
        break;
      case 'table_gone':
        if (message.id === this.id && this.snap === null) this.gone = new Refused('table/gone', 'the table was closed');
        break;
      case 'match':
        if (message.table.id === this.id) this.#snapshot(message);
        break;
      case 'presence':
        if (message.match === this.id) this.away = message.away;
        break;
      case 'curtain':
        if (message.table.id === this.id) this.#covered(message);
        break;
      case 'update':
        if (message.match === this.id) this.#update(message);
        break;
      case 'chat':
        // An empty line takes the place of one that an operator has taken away.
        if (message.match === this.id && message.line.text === '')
          this.chat = this.chat.filter((line) => line.seq !== message.line.seq);
        else if (message.match === this.id && !this.chat.some((line) => line.seq === message.line.seq))
          this.chat = [...this.chat, message.line];
        break;
      case 'spectators':
        if (message.match === this.id && this.snap) this.snap = { ...this.snap, spectators: message.count };
        break;
      case 'offer':
        if (message.match === this.id && this.snap) {
          this.snap = { ...this.snap, offer: message.offer };
          if (message.offer === null) this.#answered();
        }
        break;
      default: // Messages for others, or of a newer server.
    }
  }

  #covered(curtain: CurtainView): void {
    this.curtain = curtain;
    this.table = curtain.table;
    // After one's own turn there is a last look; elsewhere the screen was taken away.
    if (this.snap === null) this.handed = true;
    else if (this.snap.seat !== null) void this.handOver();
  }

  #table(table: TableInfo): void {
    const started = this.snap === null && this.curtain === null && (table.status === 'running' || table.status === 'over');
    // What was pushed to everybody lacks the invite only we may know.
    const invite = table.invite ?? this.table?.invite;
    this.table = invite === undefined ? table : { ...table, invite };
    if (started) void this.#open();
  }

  #snapshot(snap: MatchSnapshot): void {
    const first = this.snap === null;
    this.snap = snap;
    this.away = snap.away;
    this.curtain = null;
    this.handed = false;
    this.#table(snap.table);
    this.chat = snap.chat.filter((line) => line.text !== '');
    if (first || snap.resync) void this.#readLog();
    else if (snap.missed.length > 0) this.#add(snap.missed);
  }

  /** The own offer is gone: unless something happened at once because of it, it was refused. */
  #answered(): void {
    const before = this.snap?.seq;
    setTimeout(() => {
      if (this.asked === null || this.snap?.seq !== before) return;
      say(t(this.asked === 'draw' ? 'offer.draw.refused' : 'offer.undo.refused'));
      this.asked = null;
    }, ANSWER_MS);
  }

  #update(update: MatchUpdate): void {
    if (this.snap === null) return;
    this.asked = null;
    const { view, to_act, legal, seq } = update;
    this.snap = {
      ...this.snap, view, to_act, legal, seq,
      pattern: update.pattern ?? null,
      outcome: update.outcome ?? null,
      clock: update.clock ?? null,
      seat: this.snap.table.screen ? (update.seat ?? null) : this.snap.seat,
      offer: null,
    };
    this.#add(update.log);
    if (update.outcome) void this.#refresh();
  }

  #add(lines: LogLine[]): void {
    const last = this.log.at(-1)?.seq ?? 0;
    const fresh = lines.filter((line) => line.seq > last);
    if (fresh.length === 0) return;
    this.log = [...this.log, ...fresh];
    this.batch = { n: this.batch.n + 1, lines: fresh };
  }

  /** The whole log, a page at a time. */
  /** The whole log, page by page; what arrives meanwhile is kept. */
  async #readLog(): Promise<void> {
    try {
      let whole: LogLine[] = [];
      for (let more = true; more; ) {
        const after = whole.at(-1)?.seq ?? 0;
        const page = await api<LogPage>(`/matches/${this.id}/log${this.query}${this.query === '' ? '?' : '&'}after=${after}`);
        whole = [...whole, ...page.log.filter((line) => line.seq > after)];
        more = page.more === true && page.log.length > 0;
      }
      // The screen has been handed over meanwhile.
      if (this.snap === null) return;
      const last = whole.at(-1)?.seq ?? 0;
      this.log = [...whole, ...this.log.filter((line) => line.seq > last)];
    } catch (error) {
      complain(error);
    }
  }

  /** The table as it is after the end; a rematch is pushed later. */
  async #refresh(): Promise<void> {
    try {
      this.#table(await api<TableInfo>(`/tables/${this.id}${this.query}`));
    } catch {
      // The board itself shows the end.
    }
  }
}
