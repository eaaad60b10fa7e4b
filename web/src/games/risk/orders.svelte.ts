// What the player has chosen and not yet sent: source, target, troops laid out, and what is to be
// done again and again. All bounds are the server's (`view.valid`, `legal`).
import type { Valid, View } from '../../generated/risk';
import type { BoardProps } from '../types';
import { keyOf } from './world.svelte';

type Given = Pick<BoardProps<View>, 'view' | 'seat' | 'legal' | 'canAct' | 'pending' | 'play'>;

/** Repeated for the player until done, stopped, or anything else happens than expected. */
export type Task =
  | { kind: 'attack'; from: number; to: number; until: 'won' | 'left'; left: number }
  | { kind: 'place'; land: number; more: number }
  | { kind: 'claim' };

/** So many actions are listed at most; more are only described. */
const LISTED = 500;

/** Sources and targets of which something is listed: a hint offers a part of what the rules allow. */
function offered(valid: Valid, legal: string[]): Valid {
  if ((valid.phase !== 'attack' && valid.phase !== 'transfer') || legal.length >= LISTED) return valid;
  const verb = valid.phase === 'attack' ? 'attack' : 'move';
  const listed = new Set(legal.filter((it) => it.startsWith(`${verb} `)).map((it) => it.split(' ', 3).join(' ')));
  if (listed.size === 0) return valid;
  const sources = valid.sources.map((it) => ({ ...it, targets: it.targets.filter((to) => listed.has(`${verb} ${keyOf(it.id)} ${keyOf(to)}`)) }));
  return { ...valid, sources: sources.filter((it) => it.targets.length > 0) } as Valid;
}

export class Orders {
  from = $state<number | null>(null);
  to = $state<number | null>(null);
  draft = $state.raw<Map<number, number>>(new Map());
  /** Where troops were laid last. */
  lately = $state<number | null>(null);
  count = $state(1);
  until = $state<'won' | 'left'>('won');
  left = $state(3);
  task = $state.raw<Task | null>(null);

  #known = '';
  #sent: View | null = null;

  constructor(private readonly given: () => Given) {}

  readonly valid = $derived.by((): Valid | null => {
    const { view, seat, canAct, legal } = this.given();
    return canAct && view.valid?.actor === seat ? offered(view.valid, legal) : null;
  });
  readonly placed = $derived([...this.draft.values()].reduce((a, b) => a + b, 0));
  readonly source = $derived.by(() => {
    const { valid } = this;
    return valid?.phase === 'attack' || valid?.phase === 'transfer' ? valid.sources.find((it) => it.id === this.from) : undefined;
  });
  readonly dice = $derived(this.valid?.phase === 'attack' ? (this.valid.sources.find((it) => it.id === this.from)?.max_dice ?? 1) : this.valid?.phase === 'defend' ? this.valid.max_dice : 1);
  readonly most = $derived(
    this.valid?.phase === 'occupy' ? this.valid.max : this.valid?.phase === 'transfer' ? (this.valid.sources.find((it) => it.id === this.from)?.max_troops ?? 1) : this.dice,
  );
  readonly least = $derived(this.valid?.phase === 'occupy' ? this.valid.min : 1);

  /** What may be clicked now. */
  readonly choices = $derived.by((): Set<number> => {
    const { valid } = this;
    if (valid === null) return new Set();
    if (valid.phase === 'setup' || valid.phase === 'setup_reinforce') return new Set(valid.territories);
    if (valid.phase === 'reinforce') return new Set(this.placed < valid.troops ? valid.territories : []);
    if (valid.phase === 'attack' || valid.phase === 'transfer') return new Set(this.source?.targets ?? valid.sources.map((it) => it.id));
    return new Set();
  });
  /** Everything a click would mean something on: other sources, and enemies that some source reaches. */
  readonly reach = $derived.by((): Set<number> => {
    const { valid } = this;
    if (valid?.phase === 'attack') return new Set(valid.sources.flatMap((it) => [it.id, ...it.targets]));
    return new Set([...this.choices, ...this.sources]);
  });
  /** Territories from which something may start, for a drag. */
  readonly sources = $derived.by((): Set<number> => {
    const { valid } = this;
    return new Set(valid?.phase === 'attack' || valid?.phase === 'transfer' ? valid.sources.map((it) => it.id) : []);
  });

  /** A new position asks anew; a battle that goes on stays chosen. */
  turn(): void {
    const { view, seat } = this.given();
    const key = view.valid === null ? 'over' : JSON.stringify(view.valid);
    if (key === this.#known) return;
    const before = this.#known;
    this.#known = key;
    const valid = view.valid;
    this.draft = new Map();
    // While setting up, the next troops often go where the last one went.
    if (valid?.phase !== 'setup_reinforce') this.lately = null;
    if (valid?.phase === 'attack' && valid.actor === seat) {
      const holds = (from: number | null, to: number | null): boolean => valid.sources.some((it) => it.id === from && (to === null || it.targets.includes(to)));
      if (before.includes('"phase":"occupy"') && this.to !== null && holds(this.to, null)) [this.from, this.to] = [this.to, null];
      else if (!holds(this.from, this.to)) [this.from, this.to] = [holds(this.from, null) ? this.from : null, null];
    } else if (valid?.phase !== 'defend' && valid?.phase !== 'occupy') this.from = this.to = null;
    this.count = valid?.phase === 'occupy' ? valid.max : this.most;
  }

  reset(): void {
    this.from = this.to = null;
    this.draft = new Map();
    this.lately = null;
    this.task = null;
  }

  /** A click on a territory, or a choice from the list. Returns whether it meant something. */
  pick(id: number): boolean {
    const { valid } = this;
    const { play } = this.given();
    if (valid === null) return false;
    switch (valid.phase) {
      case 'setup':
        if (!this.choices.has(id)) return false;
        play(`claim ${keyOf(id)}`);
        return true;
      case 'setup_reinforce':
        if (!this.choices.has(id)) return false;
        this.lately = id;
        play(`place ${keyOf(id)}`);
        return true;
      case 'reinforce':
        if (!valid.territories.includes(id)) return false;
        this.lately = id;
        if (this.choices.has(id)) this.put(id, 1);
        return true;
      case 'attack':
      case 'transfer':
        return this.#aim(id, valid.phase === 'attack');
      default:
        return false;
    }
  }

  #aim(id: number, attack: boolean): boolean {
    const { view } = this.given();
    if (this.valid?.phase !== 'attack' && this.valid?.phase !== 'transfer') return false;
    const { sources } = this.valid;
    if (this.source?.targets.includes(id)) this.to = id;
    else if (sources.some((it) => it.id === id)) [this.from, this.to] = [id, null];
    else if (attack) {
      // Whoever points at an enemy alone attacks from where most troops stand.
      const near = sources.filter((it) => it.targets.includes(id)).slice().sort((a, b) => (view.troops[b.id] ?? 0) - (view.troops[a.id] ?? 0))[0];
      if (near === undefined) return false;
      [this.from, this.to] = [near.id, id];
    } else return false;
    this.count = this.most;
    this.left = Math.max(1, Math.min(this.left, (view.troops[this.from ?? 0] ?? 2) - 1));
    return true;
  }

  /** Drawn from one territory to another. */
  drag(from: number, to: number): boolean {
    const { valid } = this;
    if ((valid?.phase !== 'attack' && valid?.phase !== 'transfer') || !valid.sources.some((it) => it.id === from && it.targets.includes(to))) return false;
    this.from = from;
    return this.#aim(to, valid.phase === 'attack');
  }

  put(id: number, by: number): void {
    const next = new Map(this.draft);
    const n = (next.get(id) ?? 0) + by;
    if (n > 0) next.set(id, n);
    else next.delete(id);
    this.draft = next;
    this.lately = id;
  }

  send(): void {
    const { valid, from, to, count } = this;
    const { play } = this.given();
    if (valid?.phase === 'reinforce') play(`reinforce ${[...this.draft].map(([id, n]) => `${keyOf(id)}:${n}`).join(' ')}`);
    else if (valid?.phase === 'occupy') play(`occupy ${count}`);
    else if (valid?.phase === 'transfer' && from !== null && to !== null) play(`move ${keyOf(from)} ${keyOf(to)} ${count}`);
  }
  /** Everything that is left goes to where troops were laid last. */
  placeAll(id: number): void {
    if (this.valid?.phase !== 'reinforce') return;
    this.put(id, this.valid.troops - this.placed);
    this.send();
  }
  attackOnce(dice: number): void {
    if (this.from !== null && this.to !== null && this.valid?.phase === 'attack') this.given().play(this.attackAction(this.from, this.to, dice));
  }
  attackAction(from: number, to: number, dice: number): string {
    return `attack ${keyOf(from)} ${keyOf(to)} ${dice}`;
  }

  /** Begins something that repeats; `step` carries it on. */
  start(task: Task): void {
    this.task = task;
    this.#sent = null;
  }

  /** One step of the task, when it is this seat's turn again; true if something was sent. */
  step(): boolean {
    const { task, valid } = this;
    const { view, seat, legal, pending, play } = this.given();
    if (task === null || pending !== null) return false;
    if (view.valid === null || seat === null) return this.#end();
    const send = (action: string): boolean => {
      // The same position again: the server said no, or nothing came of it.
      if (this.#sent === view) return this.#end();
      this.#sent = view;
      play(action);
      return true;
    };
    if (task.kind === 'attack') {
      if (view.phase === 'defend' && view.attack?.from === task.from && view.attack.to === task.to) return false;
      if (valid?.phase !== 'attack') return this.#end();
      const source = valid.sources.find((it) => it.id === task.from);
      if (!source?.targets.includes(task.to) || (task.until === 'left' && (view.troops[task.from] ?? 0) <= task.left)) return this.#end();
      return send(this.attackAction(task.from, task.to, source.max_dice));
    }
    if (view.phase !== (task.kind === 'place' ? 'setup_reinforce' : 'setup')) return this.#end();
    if (valid === null) return false;
    if (task.kind === 'claim') {
      const free = legal.filter((it) => it.startsWith('claim '));
      return send(free[Math.floor(Math.random() * free.length)] ?? 'claim');
    }
    if (task.more <= 0 || !this.choices.has(task.land)) return this.#end();
    const more = task.more - 1;
    if (!send(`place ${keyOf(task.land)}`)) return false;
    this.task = { ...task, more };
    return true;
  }
  #end(): false {
    this.task = null;
    return false;
  }
}
