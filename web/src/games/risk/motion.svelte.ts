// What is drawn lags a little behind what is: dice roll before troops fall. The position itself is
// always the server's; here events are told one after the other until the drawing has caught up.
import type { Battle, View } from '../../generated/risk';
import type { GameEvent, LogLine } from '../../generated/protocol';
import { pace } from '../../lib/settings.svelte';
import { playSound } from '../../lib/sound';
import { SOUNDS } from './sounds';

export interface Throw {
  from: number;
  to: number;
  attacker: number;
  defender: number;
  attack: number[] | null;
  defence: number[] | null;
  losses: [number, number] | null;
  fell: boolean;
  /** A new throw rolls anew. */
  key: number;
}

export interface Arrow {
  from: number;
  to: number;
  seat: number;
  /** Troops on the march, and a number that changes with each march. */
  flow: { troops: number; key: number } | null;
}

interface Step {
  run: () => void;
  ms: number;
}

const ROLL = 300;

export class Motion {
  owners = $state.raw<(number | null)[]>([]);
  troops = $state.raw<number[]>([]);
  floats = $state.raw<{ key: number; land: number; n: number }[]>([]);
  /** Territories that just changed hands: from which side, and whose they were. */
  sweeps = $state.raw<{ key: number; land: number; from: number | null; was: number | null }[]>([]);
  arrow = $state.raw<Arrow | null>(null);
  battle = $state.raw<Throw | null>(null);
  /** Both ends of the last move. */
  last = $state.raw<{ lands: number[]; seat: number } | null>(null);
  busy = $state(false);

  #steps: Step[] = [];
  #timer: ReturnType<typeof setTimeout> | null = null;
  #key = 0;
  #silent = false;
  #begun: Throw | null = null;
  #view: View | null = null;

  constructor(private readonly moving: (running: boolean) => void) {}

  /** A position without a story: the first one, or one looked up. */
  show(view: View): void {
    this.#stop();
    this.#view = view;
    this.#settle(view);
    const battle = view.last_battle;
    const fresh = battle !== null && battle.attacker === view.current && (view.phase === 'attack' || view.phase === 'occupy');
    this.battle = view.attack !== null ? pending(view, this.#next()) : fresh ? told(battle, this.#next()) : null;
    this.arrow = this.battle === null ? null : { from: this.battle.from, to: this.battle.to, seat: this.battle.attacker, flow: null };
    this.last = this.battle === null ? null : { lands: [this.battle.from, this.battle.to], seat: this.battle.attacker };
    this.floats = [];
    this.sweeps = [];
  }

  /** What happened, and the position it led to. */
  tell(lines: LogLine[], view: View): void {
    // Nobody waits for two stories: the older one is over at once.
    if (this.#steps.length > 8) this.finish();
    this.#view = view;
    for (const line of lines) for (const event of line.events) this.#steps.push(...this.#steps_of(event));
    if (!this.busy) {
      this.busy = true;
      this.moving(true);
      this.#run();
    }
  }

  /** To the end at once: somebody clicked. */
  finish(): void {
    if (!this.busy) return;
    this.#silent = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    for (const step of this.#steps.splice(0)) step.run();
    this.#silent = false;
    this.#done();
  }

  #run(): void {
    this.#timer = null;
    for (let step = this.#steps.shift(); step !== undefined; step = this.#steps.shift()) {
      step.run();
      const wait = pace(step.ms);
      if (wait > 0) {
        this.#timer = setTimeout(() => this.#run(), wait);
        return;
      }
    }
    this.#done();
  }
  #done(): void {
    if (this.#view !== null) this.#settle(this.#view);
    this.busy = false;
    this.moving(false);
  }
  #stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#steps = [];
    if (this.busy) this.moving(false);
    this.busy = false;
  }
  #settle(view: View): void {
    this.owners = view.owners;
    this.troops = view.troops;
  }
  #next(): number {
    this.#key += 1;
    return this.#key;
  }
  #sound(name: keyof typeof SOUNDS): void {
    if (!this.#silent) playSound(SOUNDS[name]);
  }
  #add(land: number, n: number, floating = true): void {
    this.troops = this.troops.map((it, id) => (id === land ? Math.max(0, it + n) : it));
    if (floating && n !== 0) this.floats = [...this.floats.slice(-5), { key: this.#next(), land, n }];
  }
  #take(land: number, seat: number, from: number | null): void {
    this.sweeps = [...this.sweeps.slice(-3), { key: this.#next(), land, from, was: this.owners[land] ?? null }];
    this.owners = this.owners.map((it, id) => (id === land ? seat : it));
  }
  #clear(): void {
    this.arrow = null;
    this.battle = null;
  }

  #steps_of(event: GameEvent): Step[] {
    const number = (field: string): number => Number(event[field]);
    const seat = number('seat');
    const step = (ms: number, run: () => void): Step[] => [{ ms, run }];
    switch (event.kind) {
      case 'claimed':
      case 'placed':
        return step(140, () => {
          const land = number('territory');
          this.#clear();
          if (event.kind === 'claimed') this.#take(land, seat, null);
          this.#add(land, 1, event.kind === 'placed');
          this.last = { lands: [land], seat };
          this.#sound('place');
        });
      case 'reinforced':
        return step(260, () => {
          const troops = event.troops as [number, number][];
          this.#clear();
          for (const [land, n] of troops) this.#add(land, n);
          this.last = { lands: troops.map(([land]) => land), seat };
          this.#sound('place');
        });
      case 'turned_in':
        return step(120, () => this.#sound('card'));
      case 'attacked':
        return step(0, () => {
          const [from, to] = [number('from'), number('to')];
          this.arrow = { from, to, seat, flow: null };
          this.#begun = { from, to, attacker: seat, defender: number('defender'), attack: null, defence: null, losses: null, fell: false, key: this.#next() };
          // The dice of the last throw lie there until they are taken up again.
          if (this.battle?.from !== from || this.battle.to !== to) this.battle = this.#begun;
          this.last = { lands: [from, to], seat };
        });
      case 'attack_roll':
        return step(ROLL, () => {
          const begun = this.#begun ?? this.battle;
          this.#begun = null;
          if (begun !== null) this.battle = { ...begun, attack: event.roll as number[] };
          this.#sound('dice');
        });
      case 'defence_roll':
        return step(ROLL, () => {
          if (this.battle !== null) this.battle = { ...this.battle, defence: event.roll as number[] };
          this.#sound('answer');
        });
      case 'battle':
        return step(220, () => {
          const it = event as unknown as Battle;
          this.battle = told(it, this.battle?.key ?? this.#next());
          this.arrow ??= { from: it.from, to: it.to, seat: it.attacker, flow: null };
          this.#add(it.from, -it.attacker_loses);
          this.#add(it.to, -it.defender_loses);
        });
      case 'occupied':
      case 'transferred':
        return step(320, () => {
          const [from, to, n] = [number('from'), number('to'), number('troops')];
          const conquest = event.kind === 'occupied';
          this.arrow = { from, to, seat, flow: { troops: n, key: this.#next() } };
          this.battle = null;
          if (conquest) this.#take(to, seat, from);
          this.#add(from, -n, false);
          this.#add(to, n, false);
          this.last = { lands: [from, to], seat };
          this.#sound(conquest ? 'conquest' : 'march');
        });
      case 'skipped':
        return step(0, () => this.#clear());
      case 'drew':
        return step(80, () => this.#sound('card'));
      default:
        return [];
    }
  }
}

const told = (it: Battle, key: number): Throw => ({
  from: it.from, to: it.to, attacker: it.attacker, defender: it.defender, attack: it.attack_roll, defence: it.defence_roll,
  losses: [it.attacker_loses, it.defender_loses], fell: it.fell, key,
});
function pending(view: View, key: number): Throw | null {
  const it = view.attack;
  return it === null ? null : { from: it.from, to: it.to, attacker: it.attacker, defender: it.defender, attack: it.roll, defence: null, losses: null, fell: false, key };
}
