// Blows, passes and deals one after the other; whoever acts meanwhile sees the rest at once.
import type { Unit } from '../../generated/coexistence';
import type { GameEvent } from '../../generated/protocol';
import { pace } from '../../lib/settings.svelte';
import type { Attack, Seen } from './seen';

interface Step {
  view: Seen;
  events: GameEvent[];
}
export interface Fallen {
  unit: Unit;
  /** Who struck, if that is known. */
  by: { unit: Unit; own: number } | null;
}
export type Phase = 'go' | 'hit';
const MOST_WAITING = 3;

export class Motion {
  /** The position that is shown. */
  view = $state.raw() as Seen;
  strike = $state.raw<(Attack & { phase: Phase }) | null>(null);
  /** Cards are gathered, then dealt. */
  deal = $state<'gather' | 'deal' | null>(null);
  /** The moment between two rounds. */
  round = $state.raw<{ n: number; starts: number; scores: number[] } | null>(null);
  passed = $state<number | null>(null);
  /** Units that fell in this round, as `seat-column`. */
  fallen = $state.raw<Record<string, Fallen>>({});
  #queue: Step[] = [];
  #busy = false;
  #hurry = false;
  #wake: (() => void) | null = null;
  #moment = 0;

  constructor(
    view: Seen,
    readonly hear: (name: string) => void,
    readonly running: (busy: boolean) => void,
  ) {
    this.view = view;
    if (view.last?.kind === 'attacked') this.#bury(view.last);
  }

  show(view: Seen, events: GameEvent[]): void {
    this.#queue.push({ view, events });
    if (!this.#busy) void this.#run();
    else if (this.#queue.length > MOST_WAITING) this.skip();
  }

  skip(): void {
    this.#hurry = this.#busy;
    this.#wake?.();
  }

  async #run(): Promise<void> {
    this.#busy = true;
    this.running(true);
    for (let step = this.#queue.shift(); step !== undefined; step = this.#queue.shift()) await this.#perform(step);
    this.#busy = false;
    this.#hurry = false;
    this.running(false);
  }

  #bury(attack: Attack): void {
    const { own, attacker_unit: unit } = attack;
    const by = own === null || own < 0 || unit === null ? null : { own, unit };
    this.fallen = { ...this.fallen, [`${1 - attack.seat}-${attack.target}`]: { unit: attack.target_unit, by } };
  }

  async #perform({ view, events }: Step): Promise<void> {
    if (events.length === 0) this.#forget(view);
    for (const event of events) {
      if (event.kind === 'attacked') await this.#attack(event as unknown as Attack);
      else if (event.kind === 'passed') await this.#pass(Number(event.seat));
      else if (event.kind === 'dealt') await this.#deal(view, event);
    }
    this.view = view;
    this.strike = null;
  }

  /** A position out of order: only what it says itself is known. */
  #forget(view: Seen): void {
    this.fallen = {};
    if (view.last?.kind === 'attacked' && view.passes === 0) this.#bury(view.last);
  }

  async #attack(attack: Attack): Promise<void> {
    this.strike = { ...attack, own: attack.own ?? null, phase: 'go' };
    await this.#wait(190);
    this.hear(attack.attacker_unit ?? 'axe');
    this.strike = { ...attack, own: attack.own ?? null, phase: 'hit' };
    await this.#wait(120);
    if (attack.points > 0) this.hear('coin');
    await this.#wait(240);
    this.#bury(attack);
  }

  async #pass(seat: number): Promise<void> {
    this.hear('pass');
    this.passed = seat;
    const shown = this.#moment + 1;
    this.#moment = shown;
    setTimeout(() => (this.passed = this.#moment === shown ? null : this.passed), Math.max(700, pace(900)));
    await this.#wait(260);
  }

  async #deal(view: Seen, event: GameEvent): Promise<void> {
    this.hear('round');
    this.round = { n: Number(event.round), starts: Number(event.starts), scores: view.scores };
    this.deal = 'gather';
    await this.#wait(300);
    this.fallen = {};
    this.view = view;
    await this.#wait(260);
    this.deal = 'deal';
    this.hear('card');
    await this.#wait(560);
    this.deal = null;
    const shown = this.round;
    setTimeout(() => (this.round = this.round === shown ? null : this.round), pace(500));
  }

  #wait(ms: number): Promise<void> {
    const time = this.#hurry ? 0 : pace(ms);
    if (time === 0) return Promise.resolve();
    return new Promise((settle) => {
      const timer = setTimeout(settle, time);
      this.#wake = () => {
        clearTimeout(timer);
        settle();
      };
    });
  }
}
