import { fill, lang } from '../../words/i18n.svelte';

const EN = {
  setup: 'choose territories', setup_reinforce: 'strengthen territories', turn_in: 'hand in cards', reinforce: 'reinforce', attack: 'attack', defend: 'defend yourself', occupy: 'occupy', transfer: 'move troops', over: 'game over',
  'say.setup': 'Take a free territory', 'say.setup_reinforce': 'Strengthen a territory', 'say.turn_in': 'Hand in cards?', 'say.reinforce': 'Place your troops', 'say.attack': 'Choose an attack', 'say.aim': 'From {from}: choose a target', 'say.battle': '{from} attacks {to}',
  'say.defend': '{name} attacks {to}', 'say.occupy': '{to} has fallen', 'say.transfer': 'Move troops once', 'say.transfer.to': 'From {from}: choose where to', 'say.transfer.go': '{from} to {to}', 'say.wait': '{name}: {what}', 'say.over': 'The war is over', 'say.watch': '{name} attacks {to} from {from}',
  'more.setup': 'Click the map. {n} are free.', 'more.setup_reinforce': 'One troop a click, in turns. In stock: {n}.', 'more.turn_in': 'Each star is worth a troop; they go with this turn’s reinforcements.', 'more.turn_in.table': 'More stars at once bring more troops.', 'more.reinforce': 'Click territories. Left: {n}.', 'more.attack': 'Click an enemy, or draw from one of yours to it.', 'more.aim': 'Enemies beside it are outlined.',
  'more.battle': '{a} against {d}', 'more.left': 'about {n} left if it falls', 'more.defend': 'from {from}, {n} {n|troop|troops}, with', 'more.hidden': 'from {from} with {n} {n|die|dice}, still covered', 'more.occupy': 'How many march in from {from}? One stays at least.', 'more.transfer': 'Along a chain of your own territories; then your turn ends.', 'more.gain': 'brings {name}: +{n} a turn', 'more.card': 'a card at the end of the turn', 'more.break': 'breaks {name} of {who}', 'more.eliminates': '{name} would be out',
  until: 'Attack until', won: 'won', only: 'only', left: 'left', go_on: 'Throw on', once: 'Once', stop: 'Stop', play: 'Play', next: 'Next', back: 'Back', 'dice.n': 'Throw {n}', 'once.n': 'Throw once, {n} {n|die|dice}', dice: 'Dice', troops: 'Troops',
  place_all: 'All to {name}', place_rest: 'Rest to {name}', confirm: 'Confirm', move_all: 'Move all {n}', move_n: 'Move {n}', march_all: 'March in with all {n}', march_n: 'March in with {n}', place_n: '{n} more to {name}', claim_rest: 'Choose for me', claiming: 'Choosing for you…', placing: '{n} more to {name}…', throwing: 'Throwing on…',
  'act.claim': 'take {to}', 'act.place': 'a troop to {to}', 'act.reinforce': '{n} to {to}', 'act.attack': '{from} attacks {to} with {n} {n|die|dice}', 'act.defend': 'defend with {n}', 'act.occupy': 'march in with {n}', 'act.move': '{n} from {from} to {to}', 'act.cards': 'hand in {n} {n|card|cards}', 'act.skip': 'skip',
  done: 'Done', 'skip.turn_in': 'Keep the cards', 'skip.attack': 'Done attacking', 'skip.transfer': 'No transfer', trade: 'Hand in {n}', trade_for: 'Hand in for {n} {n|troop|troops}', reset: 'Start over', select: 'Select', territory: 'List of territories', more_one: 'One more', less_one: 'One less',
  'auto.ask': 'Always the most dice', 'auto.on': 'Defending by itself', 'auto.off': 'Ask me again', 'falls': '{p} that it falls',
  cards: 'Cards', odds: 'Odds', no_cards: 'You have no cards. Whoever takes a territory draws one at the end of the turn.', cards_watch: 'Only players see their own cards.', star: '{n} star card', stars: '{n} stars', pool: '{n} {n|card|cards} left to draw', hand: 'Your cards', mark: 'Mark the cards to hand in.', not_now: 'Cards are handed in at the start of your turn.', pending_card: 'You draw a card when this turn ends.',
  free: 'unoccupied', held: 'held by {name} – {n} {n|soldier|soldiers}', held_by: 'held by {name}', map: 'Map of the world', in: 'Zoom in', out: 'Zoom out', whole: 'Whole map', lost: 'lost',
  'tray.label': 'Dice: {a} against {d}', 'tray.both': 'each loses {n}', 'tray.attacker': 'attack loses {n}', 'tray.defender': 'defence loses {n}', 'tray.fell': 'it falls',
  lands: 'Territories', continents: 'Continents', none: 'none', income: 'Income', cards_n: 'Cards', turn: 'turn {n}',
  'odds.pick': 'Choose an attack on the map to see its chances.', 'odds.take': 'to take {to}', 'odds.one': 'One throw', 'odds.end': 'Fought to the end', 'odds.mean': 'about {a} of yours and {d} of theirs remain', 'odds.assumes': 'The defender throws the most dice.', 'odds.best': 'The defender chooses after seeing your dice.', 'odds.loses': '{a} : {d}', 'odds.you_them': 'you lose : they lose', 'odds.dice': 'A single throw', 'odds.attacker': 'attacker’s dice', 'odds.defender': 'defender’s dice', 'odds.approx': 'Scaled down for very large armies.',
  'standing': '{lands} · {troops} · {cards}', 'land.1': '1 land', 'land.n': '{n} lands', 'troop.1': '1 troop', 'troop.n': '{n} troops', 'standing.out': 'eliminated', 'card.1': '1 card', 'card.n': '{n} cards',
  guide0: 'Take a free territory: click it on the map. A whole continent brings more troops every turn, as its sign says.', guide1: 'Put troops where a border is threatened, or where you want to attack from. One click is one troop.', guide2: 'Click an enemy beside your land: your chance stands at the arrow before you throw. Take one territory a turn, and you draw a card.', guide_skip: 'Skip',
};
const ZH: Record<keyof typeof EN, string> = {
  setup: '选择领土', setup_reinforce: '加强领土', turn_in: '交卡牌', reinforce: '增援', attack: '进攻', defend: '防守', occupy: '占领', transfer: '调兵', over: '对局结束',
  'say.setup': '占领一块空领土', 'say.setup_reinforce': '加强一块领土', 'say.turn_in': '要交卡牌吗？', 'say.reinforce': '放置部队', 'say.attack': '选择一次进攻', 'say.aim': '从{from}：选择目标', 'say.battle': '{from}进攻{to}',
  'say.defend': '{name} 进攻{to}', 'say.occupy': '{to}已攻下', 'say.transfer': '可调兵一次', 'say.transfer.to': '从{from}：选择目的地', 'say.transfer.go': '{from}到{to}', 'say.wait': '{name}：{what}', 'say.over': '战争结束', 'say.watch': '{name} 从{from}进攻{to}',
  'more.setup': '点击地图。还有 {n} 块空地。', 'more.setup_reinforce': '轮流，每次点击放一个兵。库存：{n}。', 'more.turn_in': '每颗星换一个兵，加到本回合的增援里。', 'more.turn_in.table': '一次交的星越多，换的兵越多。', 'more.reinforce': '点击领土。剩余：{n}。', 'more.attack': '点击敌方领土，或从自己的领土拖过去。', 'more.aim': '相邻的敌方领土已标出。',
  'more.battle': '{a} 对 {d}', 'more.left': '若攻下约剩 {n}', 'more.defend': '来自{from}，{n} 兵，掷出', 'more.hidden': '来自{from}，{n} 颗骰子，尚未揭示', 'more.occupy': '从{from}调多少兵进驻？至少留一个。', 'more.transfer': '沿自己相连的领土；之后回合结束。', 'more.gain': '得到{name}：每回合 +{n}', 'more.card': '回合结束时抽一张卡', 'more.break': '打破 {who} 的{name}', 'more.eliminates': '{name} 将出局',
  until: '进攻直到', won: '攻下', only: '只剩', left: '兵', go_on: '连续掷', once: '一次', stop: '停止', play: '播放', next: '下一步', back: '返回', 'dice.n': '掷 {n} 颗', 'once.n': '掷一次，{n} 颗骰子', dice: '骰子', troops: '部队',
  place_all: '全部到{name}', place_rest: '其余到{name}', confirm: '确认', move_all: '全部 {n} 个', move_n: '调 {n} 个', march_all: '全部 {n} 个进驻', march_n: '{n} 个进驻', place_n: '再放 {n} 个到{name}', claim_rest: '替我选择', claiming: '正在替你选择…', placing: '还有 {n} 个到{name}…', throwing: '连续掷骰…',
  'act.claim': '占领{to}', 'act.place': '{to}加一个兵', 'act.reinforce': '{to} +{n}', 'act.attack': '{from}以 {n} 颗骰子进攻{to}', 'act.defend': '以 {n} 颗骰子防守', 'act.occupy': '{n} 个进驻', 'act.move': '从{from}调 {n} 个到{to}', 'act.cards': '交 {n} 张卡', 'act.skip': '跳过',
  done: '完成', 'skip.turn_in': '保留卡牌', 'skip.attack': '结束进攻', 'skip.transfer': '不调兵', trade: '交 {n} 张', trade_for: '交卡换 {n} 个兵', reset: '重选', select: '选择', territory: '领土列表', more_one: '加一', less_one: '减一',
  'auto.ask': '总是用最多骰子', 'auto.on': '自动防守中', 'auto.off': '改为询问', 'falls': '失守机会 {p}',
  cards: '卡牌', odds: '胜算', no_cards: '你没有卡牌。攻下过领土的回合结束时抽一张。', cards_watch: '只有玩家能看到自己的卡牌。', star: '{n} 星卡', stars: '{n} 颗星', pool: '牌堆还剩 {n} 张', hand: '你的卡牌', mark: '选择要交的卡牌。', not_now: '卡牌在自己回合开始时交。', pending_card: '本回合结束时你会抽一张卡。',
  free: '无人占领', held: '{name} 占领 – {n} 兵', held_by: '{name} 占有', map: '世界地图', in: '放大', out: '缩小', whole: '全图', lost: '失败',
  'tray.label': '骰子：{a} 对 {d}', 'tray.both': '各失 {n}', 'tray.attacker': '进攻方失 {n}', 'tray.defender': '防守方失 {n}', 'tray.fell': '攻下',
  lands: '领土', continents: '大洲', none: '无', income: '收入', cards_n: '卡牌', turn: '第 {n} 回合',
  'odds.pick': '在地图上选择一次进攻，即可看到胜算。', 'odds.take': '攻下{to}', 'odds.one': '掷一次', 'odds.end': '打到底', 'odds.mean': '约剩己方 {a}、对方 {d}', 'odds.assumes': '防守方掷最多骰子。', 'odds.best': '防守方看到你的骰子后再选择。', 'odds.loses': '{a} : {d}', 'odds.you_them': '己方损失 : 对方损失', 'odds.dice': '单次掷骰', 'odds.attacker': '进攻骰', 'odds.defender': '防守骰', 'odds.approx': '大军按比例估算。',
  'standing': '{lands} · {troops} · {cards}', 'land.1': '1 地', 'land.n': '{n} 地', 'troop.1': '1 兵', 'troop.n': '{n} 兵', 'standing.out': '已出局', 'card.1': '1 卡', 'card.n': '{n} 卡',
  guide0: '点击地图，占领一块空领土。占有整个大洲，每回合多得兵；大洲名旁写着多少。', guide1: '把兵放在受威胁的边界，或准备进攻的地方。一次点击一个兵。', guide2: '点击相邻的敌方领土：掷骰前，箭头旁就写着胜算。每回合攻下一块，即可抽一张卡。', guide_skip: '跳过',
};

export type RiskKey = keyof typeof EN;

export function w(key: RiskKey, values: Record<string, string | number> = {}): string {
  return fill((lang() === 'zh' ? ZH : EN)[key], values);
}
