import { lang } from '../../words/i18n.svelte';

const EN = {
  setup: 'choose territories', setup_reinforce: 'strengthen territories', turn_in: 'hand in cards', reinforce: 'reinforce', attack: 'attack', defend: 'defend yourself', occupy: 'occupy', transfer: 'move troops', over: 'game over',
  'do.setup': 'Click a free territory to take it.', 'do.setup_reinforce': 'Click one of your territories to add a troop. In stock: {n}.', 'do.turn_in': 'Mark the cards to hand in; each star is a troop.',
  'do.reinforce': 'Place your troops: click territories. Left: {n}.', 'do.attack.from': 'Choose where to attack from.', 'do.attack.to': 'Attack from {from}: choose a target.', 'do.attack.go': 'Attack {to} from {from}.',
  'do.defend': '{name} attacks {to} from {from} and threw {roll}.', 'do.occupy': '{to} has fallen. How many troops go there from {from}?', 'do.transfer.from': 'Choose where to move troops from.', 'do.transfer.to': 'From {from}: choose where to.', 'do.transfer.go': 'Move troops from {from} to {to}.',
  dice: 'Dice', troops: 'Troops', 'go.attack': 'Attack', 'go.defend': 'Defend', 'go.occupy': 'Occupy', 'go.transfer': 'Move', 'go.reinforce': 'Confirm', reset: 'Start over', select: 'Select', territory: 'Territory',
  'skip.turn_in': 'Keep the cards', 'skip.attack': 'Done attacking', 'skip.transfer': 'No transfer', cards: 'My cards', hide: 'Hide', turn_in_go: 'Hand in', no_cards: 'You have no cards.', star: '{n} star card',
  free: 'unoccupied', held: 'held by {name} – {n} soldiers', wait: 'Waiting for {name}', map: 'Map of the world', last: 'Last battle: {from} → {to}', loses: '{name} loses {n}', fell: '{to} falls', hidden: 'hidden dice', in: 'Zoom in', out: 'Zoom out', whole: 'Whole map', more: 'One more', less: 'One less',
  lands: 'Territories', continents: 'Continents', none: 'none', income: 'Income', cards_n: 'Cards',
};
const ZH: Record<keyof typeof EN, string> = {
  setup: '选择领土', setup_reinforce: '加强领土', turn_in: '交卡牌', reinforce: '增援', attack: '进攻', defend: '防守', occupy: '占领', transfer: '调兵', over: '对局结束',
  'do.setup': '点击一块空领土占领它。', 'do.setup_reinforce': '点击自己的领土加一个兵。库存:{n}。', 'do.turn_in': '选择要交的卡牌,每颗星换一个兵。',
  'do.reinforce': '点击领土放置部队。剩余:{n}。', 'do.attack.from': '选择从哪里进攻。', 'do.attack.to': '从{from}进攻:选择目标。', 'do.attack.go': '从{from}进攻{to}。',
  'do.defend': '{name} 从{from}进攻{to},掷出 {roll}。', 'do.occupy': '{to}已攻下。从{from}调多少兵进驻?', 'do.transfer.from': '选择从哪里调兵。', 'do.transfer.to': '从{from}调兵:选择目的地。', 'do.transfer.go': '从{from}调兵到{to}。',
  dice: '骰子', troops: '部队', 'go.attack': '进攻', 'go.defend': '防守', 'go.occupy': '进驻', 'go.transfer': '调动', 'go.reinforce': '确认', reset: '重选', select: '选择', territory: '领土',
  'skip.turn_in': '保留卡牌', 'skip.attack': '结束进攻', 'skip.transfer': '不调兵', cards: '我的卡牌', hide: '收起', turn_in_go: '交出', no_cards: '你没有卡牌。', star: '{n} 星卡',
  free: '无人占领', held: '{name} 占领 – {n} 兵', wait: '等待 {name}', map: '世界地图', last: '上一战:{from} → {to}', loses: '{name} 损失 {n}', fell: '{to}陷落', hidden: '隐藏的骰子', in: '放大', out: '缩小', whole: '全图', more: '加一', less: '减一',
  lands: '领土', continents: '大洲', none: '无', income: '收入', cards_n: '卡牌',
};

export type RiskKey = keyof typeof EN;

export function w(key: RiskKey, values: Record<string, string | number> = {}): string {
  return (lang() === 'zh' ? ZH : EN)[key].replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
