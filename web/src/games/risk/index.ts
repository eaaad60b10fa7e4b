import type { GameEvent } from '../../generated/protocol';
import type { GameTab, Names, SeatColour } from '../types';
import CardsPanel from './CardsPanel.svelte';
import OddsPanel from './OddsPanel.svelte';
import './palette.css';
import type { RiskView } from './view';
import { landName, loadWorld } from './world.svelte';
import { type RiskKey, w } from './words';

export { default as Board } from './Board.svelte';
export { default as Profile } from './Profile.svelte';
export { stories } from './stories';

void loadWorld().catch(() => undefined);

/** The discs' shapes as characters. */
const SYMBOLS: Record<string, string> = { red: '●', blue: '■', green: '⬢', purple: '◆', orange: '▼', yellow: '✚' };

export function colours(view: RiskView): SeatColour[] {
  return view.seats.map(({ colour }) => ({ fill: `var(--risk-${colour})`, text: `var(--risk-${colour}-ink)`, symbol: SYMBOLS[colour] ?? '●', label: '' }));
}

/** A slim column leaves the map more room. */
export const wide = true;

export const tabs: GameTab[] = [
  { id: 'cards', label: () => w('cards'), count: (view: RiskView) => view.hand?.length ?? null, Panel: CardsPanel },
  { id: 'odds', label: () => w('odds'), Panel: OddsPanel },
];

export function phase(view: RiskView, _toAct: number[], names: Names): string {
  if (view.actor === null) return w('over');
  const turn = view.turn > 0 ? `${w('turn', { n: view.turn })} · ` : '';
  return `${turn}${names(view.actor)}: ${w(view.phase as RiskKey)}`;
}

export const out = (view: RiskView, seat: number): boolean => view.seats[seat]?.standing === 'eliminated';

export const current = (view: RiskView): number | null => view.current;

export function standing(view: RiskView, seat: number): string {
  const it = view.seats[seat];
  if (it === undefined) return '';
  if (it.standing === 'eliminated') return w('standing.out');
  return w('standing', { lands: it.territories, troops: it.troops, cards: it.cards === 1 ? w('card.1') : w('card.n', { n: it.cards }) });
}

export function chinese(event: GameEvent, names: Names): string | null {
  const who = typeof event.seat === 'number' ? names(event.seat) : '';
  const land = (field: string): string => landName(Number(event[field]));
  const dice = (field: string): string => ((event[field] as number[] | null) ?? ['?']).join(' ');
  switch (event.kind) {
    case 'claimed': return `${who} 占领 ${land('territory')}`;
    case 'placed': return `${who} 在 ${land('territory')} 加一个兵`;
    case 'turned_in': return `${who} 交出 ${(event.cards as number[]).length} 张卡,换 ${event.troops} 个兵`;
    case 'reinforced': return `${who} 增援 ${(event.troops as [number, number][]).map(([id, n]) => `${landName(id)} ${n}`).join('、')}`;
    case 'attacked': return `${who} 从 ${land('from')} 进军 ${land('to')}`;
    case 'attack_roll': return `${who} 掷出 ${dice('roll')}`;
    case 'defence_roll': return `${who} 掷出 ${dice('roll')}`;
    case 'battle': return event.fell ? `${names(Number(event.attacker))} 攻下 ${land('to')}` : `${names(Number(event.attacker))} 损失 ${event.attacker_loses},${names(Number(event.defender))} 损失 ${event.defender_loses}`;
    case 'eliminated': return `${who} 出局`;
    case 'captured': return `${who} 得到 ${event.count} 张卡`;
    case 'occupied': return `${who} 以 ${event.troops} 兵进驻 ${land('to')}`;
    case 'transferred': return `${who} 从 ${land('from')} 调 ${event.troops} 兵到 ${land('to')}`;
    case 'skipped': return `${who} 跳过${w(String(event.phase) as RiskKey)}`;
    case 'drew': return event.stars == null ? `${who} 抽一张卡` : `${who} 抽到一张 ${event.stars} 星卡`;
    case 'no_cards_left': return '卡牌已抽完';
    case 'timed_out': return `${who} 超时`;
    case 'departed': return `${who} 离开`;
    case 'ended': return '对局结束';
    default: return null;
  }
}
