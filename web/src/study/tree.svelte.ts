import type { Batch, Previewed } from '../games/types';
import type { GameEvent, LogLine, Outcome } from '../generated/protocol';
import { complain, say } from '../lib/toast.svelte';
import { api } from '../net/api';
import { refusal } from '../words/i18n.svelte';
import { word } from './words';

/** One entry of a line as the server reads it. */
export interface Step {
  kind: string;
  seat?: number;
  action?: string;
  /** Which dice: another number is another throw. */
  roll?: number;
  [more: string]: unknown;
}

export type Start = { opening: { options?: unknown; seats?: number } } | { position: unknown } | { sketch: { options?: unknown; seats: number; sketch: unknown } };
export type Eyes = 'mover' | 'all' | { seat: number };

/** What is to be seen at the end of a line. */
export interface Look {
  seats: number;
  options: Record<string, unknown>;
  chance: string;
  seat: number | null;
  view: unknown;
  to_act: number[];
  acts: number | null;
  legal: string[];
  outcome: Outcome | null;
  mid_ply: boolean;
  last: { kind: string; seat: number | null; events: GameEvent[][]; words: string[]; rolled: boolean } | null;
  state: unknown;
}

export interface Proven {
  ending: 'win' | 'draw' | 'loss';
  plies?: number;
}

/** One way a move may come out, and the dice with which it does. */
export interface Chanced {
  share: number;
  words: string[];
  roll: number;
}

/** What a move is worth to whoever makes it. */
export interface Worth {
  proven: Proven | null;
  chance: number | null;
}

/** More than anybody reads; a page stays quick with so many. */
export const MOST_NODES = 2000;
let ids = 0;

export class Node {
  readonly id = (ids += 1);
  children = $state.raw<Node[]>([]);
  name = $state('');
  note = $state('');
  look = $state.raw<Look | null>(null);
  worth = $state.raw<Worth | null>(null);
  /** Part of the match this came from. */
  played = false;
  /** The whole state, once the server has told it. */
  state: unknown = undefined;
  seq: number;

  constructor(
    readonly parent: Node | null,
    readonly step: Step | null,
  ) {
    this.seq = parent === null ? 0 : parent.seq + 1;
  }

  /** From the root to here. */
  get line(): Node[] {
    const line: Node[] = [];
    for (let node: Node | null = this; node !== null; node = node.parent) line.unshift(node);
    return line;
  }
}

const LONGEST_ASKED = 200;

/** A tree of moves and where one stands in it. The rules are the server's: here are lines of notation. */
export class Study {
  root: Node;
  at = $state.raw<Node>(new Node(null, null));
  batch = $state.raw<Batch>({ n: 0, lines: [] });
  eyes = $state.raw<Eyes>('mover');
  pending = $state<string | null>(null);
  failed = $state<unknown>(null);
  names = $state.raw<string[]>([]);
  /** What its sides are called where nobody sits: sentences come with these names. */
  called: string[] = [];
  /** Counts changes of the tree's form. */
  version = $state(0);
  count = 1;
  #previews = { node: -1, answers: new Map<string, Promise<Previewed | null>>() };

  constructor(
    readonly game: string,
    readonly start: Start,
    readonly chance: string,
  ) {
    this.root = new Node(null, null);
    if ('position' in start) this.root.state = start.position;
    this.at = this.root;
  }

  #url(what = ''): string {
    return `/analysis/${this.game}${what}`;
  }

  /** A line that leads to a node, from the nearest state that is known. */
  async question(node: Node, state = true): Promise<Record<string, unknown>> {
    let line = node.line;
    const from = [...line].reverse().find((it) => it.state !== undefined);
    if (from !== undefined) line = line.slice(line.indexOf(from));
    if (line.length > LONGEST_ASKED) {
      await this.#load(line[LONGEST_ASKED - 1]!);
      return this.question(node, state);
    }
    return {
      start: from === undefined ? this.start : { position: from.state },
      chance: this.chance,
      steps: line.slice(1).map((it) => it.step),
      eyes: this.eyes,
      names: this.names.length > 0 ? this.names : this.called,
      state,
    };
  }

  async #load(node: Node): Promise<Look> {
    if (node.look !== null) return node.look;
    const look = await api<Look>(this.#url(), { body: await this.question(node) });
    node.look = look;
    node.state ??= look.state;
    if (node.step !== null && look.last?.rolled === false) delete node.step.roll;
    return look;
  }

  /** Shows a node; what is asked for last counts. */
  async go(node: Node, animate = false): Promise<boolean> {
    const before = this.at;
    this.at = node;
    this.failed = null;
    try {
      const look = await this.#load(node);
      if (this.at === node && animate && look.last !== null) {
        this.batch = { n: this.batch.n + 1, lines: [lineOf(node, look.last)] };
      }
      return true;
    } catch (error) {
      if (this.at === node) {
        this.failed = error;
        if (before.look !== null) this.at = before;
      }
      complain(error);
      return false;
    }
  }

  /** Looks where one stands; nobody is told if it cannot be had. */
  async glance(): Promise<void> {
    await this.#load(this.at).catch(() => undefined);
  }

  /** A move at the position shown: an old branch or a new one. */
  async play(action: string): Promise<void> {
    const { at } = this;
    const seat = at.look?.acts;
    if (seat === null || seat === undefined || this.pending !== null) return;
    const known = at.children.find((it) => it.step?.action === action && it.step.seat === seat);
    if (known !== undefined) return void (await this.go(known, true));
    await this.#try(at, { kind: 'action', seat, action, roll: dice() });
  }

  /** The same move with other dice: any, or those of a number. */
  async again(roll = dice()): Promise<void> {
    const { parent, step } = this.at;
    if (parent === null || step === null) return;
    const known = parent.children.find((it) => it.step?.action === step.action && it.step?.roll === roll);
    if (known !== undefined) await this.go(known, true);
    else await this.#try(parent, { ...step, roll });
  }

  /** How the dice may make the last move come out. */
  async outcomes(): Promise<Chanced[]> {
    const { parent, step } = this.at;
    if (parent === null || step?.action === undefined) return [];
    return api<Chanced[]>(this.#url('/outcomes'), { body: { line: await this.question(parent, false), action: step.action } });
  }

  async #try(parent: Node, step: Step): Promise<void> {
    if (this.count >= MOST_NODES) return say(word('tree.full', { n: MOST_NODES }), true);
    const node = new Node(parent, step);
    this.pending = step.action ?? null;
    const legal = await this.go(node, true);
    this.pending = null;
    if (!legal) return;
    parent.children = [...parent.children, node];
    this.#changed(1);
  }

  /** Adds a line without looking at it. Nothing is judged before somebody goes there. */
  add(parent: Node, step: Step, state?: unknown): Node {
    const known = parent.children.find((it) => it.step?.action === step.action && it.step?.seat === step.seat && it.step?.kind === step.kind && it.step?.roll === step.roll);
    if (known !== undefined) return known;
    const node = new Node(parent, step);
    node.state = state;
    parent.children = [...parent.children, node];
    this.#changed(1);
    return node;
  }

  remove(node: Node): void {
    const { parent } = node;
    if (parent === null) return;
    parent.children = parent.children.filter((it) => it !== node);
    this.#changed(-size(node));
    if (this.at.line.includes(node)) void this.go(parent);
  }

  /** Makes every move that leads here the first of its place. */
  promote(node: Node): void {
    for (const it of node.line) {
      const { parent } = it;
      if (parent !== null && parent.children[0] !== it) parent.children = [it, ...parent.children.filter((other) => other !== it)];
    }
    this.#changed(0);
  }

  #changed(by: number): void {
    this.count += by;
    this.version += 1;
  }

  forward(): void {
    const next = this.at.children[0];
    if (next !== undefined) void this.go(next, true);
  }

  back(): void {
    if (this.at.parent !== null) void this.go(this.at.parent);
  }

  first(): void {
    void this.go(this.root);
  }

  last(): void {
    let node = this.at;
    while (node.children[0] !== undefined) node = node.children[0];
    void this.go(node);
  }

  /** Looks with other eyes: what was seen is seen anew. */
  see(eyes: Eyes): void {
    this.eyes = eyes;
    const forget = (node: Node): void => {
      node.look = null;
      node.children.forEach(forget);
    };
    forget(this.root);
    void this.go(this.at);
  }

  preview(action: string): Promise<Previewed | null> {
    const { at } = this;
    if (this.#previews.node !== at.id) this.#previews = { node: at.id, answers: new Map() };
    const { answers } = this.#previews;
    const kept = answers.get(action);
    if (kept !== undefined) return kept;
    const asked = this.#askPreview(at, action);
    answers.set(action, asked);
    return asked;
  }

  async #askPreview(node: Node, action: string): Promise<Previewed | null> {
    try {
      const told = await api<{ effect?: unknown; refused?: string; code?: string }>(this.#url('/preview'), { body: { line: await this.question(node, false), action } });
      if (told.refused !== undefined) return { refused: refusal(told.code ?? '', told.refused) };
      return told.effect === undefined ? null : { effect: told.effect };
    } catch {
      // A preview is a service: without it the board plays on.
      return null;
    }
  }
}

/** What a move did, as a log would tell it. */
export function lineOf(node: Node, last: NonNullable<Look['last']>): LogLine {
  return { seq: node.seq, kind: last.kind, seat: last.seat, events: last.events.flat(), words: last.words, at_ms: 0 };
}

function size(node: Node): number {
  return 1 + node.children.reduce((sum, it) => sum + size(it), 0);
}

function dice(): number {
  return (crypto.getRandomValues(new Uint32Array(1))[0] ?? 1) >>> 1 || 1;
}
