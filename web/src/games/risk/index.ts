import type { Event, View } from '../../generated/risk';
import type { IconName } from '../../parts/Icon.svelte';
import type { GameTab, Names, SeatColour } from '../types';
import CardsPanel from './CardsPanel.svelte';
import OddsPanel from './OddsPanel.svelte';
import './palette.css';
import { landName, loadWorld, world } from './world.svelte';
import { w } from './words';

export { default as Board } from './Board.svelte';
export { tune } from './tune';
export { default as Profile } from './Profile.svelte';
export { stories } from './stories';

void loadWorld().catch(() => undefined);

/** The discs' shapes as characters. */
const SYMBOLS: Record<string, string> = { red: '●', blue: '■', green: '⬢', purple: '◆', orange: '▼', yellow: '✚' };

export function colours(view: View): SeatColour[] {
  return view.seats.map(({ colour }) => ({ fill: `var(--risk-${colour})`, text: `var(--risk-${colour}-ink)`, symbol: SYMBOLS[colour] ?? '●', label: '' }));
}

export const tabs: GameTab<View>[] = [
  { id: 'cards', label: () => w('cards'), count: (view: View) => view.hand?.length ?? null, Panel: CardsPanel },
  { id: 'odds', label: () => w('odds'), Panel: OddsPanel },
];

export function phase(view: View, _toAct: number[], names: Names): string {
  if (view.actor === null) return w('over');
  const turn = view.turn > 0 ? `${w('turn', { n: view.turn })} · ` : '';
  return `${turn}${names(view.actor)}: ${w(view.phase)}`;
}

export const out = (view: View, seat: number): boolean => view.seats[seat]?.standing === 'eliminated';

export const current = (view: View): number | null => view.current;

export const score = (view: View): number[] => view.seats.map((it) => it.territories);

export function standing(view: View, seat: number): string {
  const it = view.seats[seat];
  if (it === undefined) return '';
  if (it.standing === 'eliminated') return w('standing.out');
  const some = (what: 'land' | 'troop' | 'card', n: number): string => (n === 1 ? w(`${what}.1`) : w(`${what}.n`, { n }));
  return w('standing', { lands: some('land', it.territories), troops: some('troop', it.troops), cards: some('card', it.cards) });
}

export function brief(view: View, seat: number): { icon: IconName; n: number }[] {
  const it = view.seats[seat];
  return it === undefined ? [] : [{ icon: 'land', n: it.territories }, { icon: 'person', n: it.troops }, { icon: 'card', n: it.cards }];
}

/** A move as a hint or a review names it. */
export function say(action: string): string {
  const [verb = '', ...rest] = action.split(' ');
  const land = (key: string): string => {
    const found = world()?.territories.find((it) => it.key === key);
    return found === undefined ? key : landName(found.id);
  };
  const [a = '', b = '', n = ''] = rest;
  switch (verb) {
    case 'claim': return w('act.claim', { to: land(a) });
    case 'place': return w('act.place', { to: land(a) });
    case 'reinforce': return rest.map((it) => w('act.reinforce', { to: land(it.split(':')[0] ?? ''), n: it.split(':')[1] ?? '' })).join(', ');
    case 'attack': return w('act.attack', { from: land(a), to: land(b), n });
    case 'defend': return w('act.defend', { n: a });
    case 'occupy': return w('act.occupy', { n: a });
    case 'move': return w('act.move', { from: land(a), to: land(b), n });
    case 'cards': return w('act.cards', { n: rest.length });
    case 'skip': return w('act.skip');
    default: return action;
  }
}

export function chinese(event: Event, names: Names): string | null {
  const who = 'seat' in event ? names(event.seat) : '';
  const dice = (roll: number[]): string => (roll.length === 0 ? '?' : roll.join(' '));
  switch (event.kind) {
    case 'claimed': return `${who} 占领 ${landName(event.territory)}`;
    case 'placed': return `${who} 在 ${landName(event.territory)} 加一个兵`;
    case 'turned_in': return `${who} 交出 ${event.cards.length} 张卡，换 ${event.troops} 个兵`;
    case 'reinforced': return `${who} 增援 ${event.troops.map(([id, n]) => `${landName(id)} ${n}`).join('、')}`;
    case 'attacked': return `${who} 从 ${landName(event.from)} 进军 ${landName(event.to)}`;
    case 'attack_roll':
    case 'defence_roll': return `${who} 掷出 ${dice(event.roll)}`;
    case 'battle': return event.fell ? `${names(event.attacker)} 攻下 ${landName(event.to)}` : `${names(event.attacker)} 损失 ${event.attacker_loses}，${names(event.defender)} 损失 ${event.defender_loses}`;
    case 'eliminated': return `${who} 出局`;
    case 'captured': return `${who} 得到 ${event.count} 张卡`;
    case 'occupied': return `${who} 以 ${event.troops} 兵进驻 ${landName(event.to)}`;
    case 'transferred': return `${who} 从 ${landName(event.from)} 调 ${event.troops} 兵到 ${landName(event.to)}`;
    case 'skipped': return `${who} 跳过${w(event.phase)}`;
    case 'drew': return event.stars === null ? `${who} 抽一张卡` : `${who} 抽到一张 ${event.stars} 星卡`;
    case 'no_cards_left': return '卡牌已抽完';
    case 'timed_out': return `${who} 超时`;
    case 'departed': return `${who} 离开`;
    case 'ended': return '对局结束';
    default: return null;
  }
}
