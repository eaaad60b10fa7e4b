import { lang } from '../../words/i18n.svelte';

const EN = {
  soviets: 'Soviets', germans: 'Germans', map: 'Map of Operation Mars',
  inf: 'Infantry', cav: 'Cavalry', art: 'Artillery', arm: 'Armour',
  health: 'Health', veterancy: 'Veterancy', encircled: 'encircled', selected: 'selected', can_attack: 'attack', can_move: 'move', can_swap: 'swap',
  'beats.inf': 'beats artillery', 'beats.art': 'beats armour', 'beats.arm': 'beats infantry',
  'fears.inf': 'loses to armour', 'fears.art': 'loses to infantry', 'fears.arm': 'loses to artillery',
  'reach.inf': 'acts on 4 sides', 'reach.art': 'acts on 4 sides', 'reach.arm': 'acts on 8 sides',
  towns: 'Towns', on_map: '{n} points on the map', fallen: 'Fallen', 'kill.1': '1 kill', 'kill.n': '{n} kills', 'unit.1': '1 unit', 'unit.n': '{n} units', contested: 'at the front', none_fallen: 'nobody yet',
  your_turn: 'YOUR TURN', again: 'Strike again', 'again.about': 'Repeat the last attack (R)', confirm: 'Strike', not_now: 'Not now', whole: 'Whole map', larger: 'Larger',
  strike: 'Strike {name}', strike_town: 'Strike {town}', march: 'March to {x},{y}', march_town: 'March into {town}', swap: 'Trade places with {name}',
  destroys: '{n} % to destroy', loses: '{n} % to fall', now_left: '{n} now, about {left} left', now_loss: '{n} now, loses {low} to {high}', cannot_fall: 'cannot fall', may_fall: 'falls {n} %',
  'factor.type': 'Type', 'factor.veterancy': 'Veterancy', 'factor.town': 'Town', 'factor.attacker_encircled': 'You are encircled', 'factor.defender_encircled': 'Encircled', turn_of: 'Turn {n} of {of}',
  they_take: '{factor}: enemy {n}', you_take: '{factor}: you {n}',
  captures: 'takes the ground', gains: '+{n} points', encircles: 'encircles {n}', relieves: 'frees {n} of yours', would_be: 'would be encircled there', is_free: 'breaks out', unseen: 'unknown ground beside it', plain: 'keeps your ground',
  guide0: 'Choose one of your counters at the front, then point at an enemy in red brackets: the note says what both would lose. A second click strikes.', guide1: 'Ground counts: march onto an empty tile and the front moves with you. Small towns are worth 5 points, Rzhev and Vyazma 10.', guide2: 'A worn unit trades places with a fresh neighbour: choose one, then the other. Armour, the oval, acts on the diagonals, too.', skip: 'Skip',
  choose: 'Choose one of your units.', chosen: '{name}: strike, march, or trade places.', wait: 'The enemy is thinking.', over: 'The battle is over.', watching: 'You watch; both sides keep their secrets.',
   example: 'Play or stop the example',
};
const ZH: Record<keyof typeof EN, string> = {
  soviets: '苏军', germans: '德军', map: '火星行动地图',
  inf: '步兵', cav: '骑兵', art: '炮兵', arm: '装甲兵',
  health: '生命', veterancy: '经验', encircled: '被包围', selected: '已选', can_attack: '可攻击', can_move: '可移动', can_swap: '可交换',
  'beats.inf': '克制炮兵', 'beats.art': '克制装甲', 'beats.arm': '克制步兵',
  'fears.inf': '惧怕装甲', 'fears.art': '惧怕步兵', 'fears.arm': '惧怕炮兵',
  'reach.inf': '可及四邻', 'reach.art': '可及四邻', 'reach.arm': '可及八邻',
  towns: '城镇', on_map: '全图共 {n} 分', fallen: '阵亡', 'kill.1': '歼灭 1', 'kill.n': '歼灭 {n}', 'unit.1': '部队 1', 'unit.n': '部队 {n}', contested: '前线', none_fallen: '尚无',
  your_turn: '你的回合', again: '再次攻击', 'again.about': '重复上一次攻击（R 键）', confirm: '攻击', not_now: '先不', whole: '全图', larger: '放大',
  strike: '攻击{name}', strike_town: '攻击{town}', march: '进军 {x},{y}', march_town: '进驻{town}', swap: '与{name}换位',
  destroys: '歼敌 {n}%', loses: '覆没 {n}%', now_left: '现 {n}，约剩 {left}', now_loss: '现 {n}，损失 {low} 至 {high}', cannot_fall: '不会覆没', may_fall: '覆没 {n}%',
  'factor.type': '兵种', 'factor.veterancy': '经验', 'factor.town': '城镇', 'factor.attacker_encircled': '己方被围', 'factor.defender_encircled': '敌方被围', turn_of: '第 {n} / {of} 回合',
  they_take: '{factor}：敌 {n}', you_take: '{factor}：己 {n}',
  captures: '占领此地', gains: '+{n} 分', encircles: '包围 {n} 支敌军', relieves: '解围 {n} 支己方', would_be: '到那里会被包围', is_free: '突出包围', unseen: '旁边情况不明', plain: '己方领土',
  guide0: '先选一支前线的己方部队，再指向红框中的敌军：提示会说双方将损失多少。再点一下就出击。', guide1: '土地也算分：走进空格，前线随你推进。小城 5 分，勒热夫和维亚济马 10 分。', guide2: '疲惫的部队可与相邻的生力军换位：先选一支，再点另一支。装甲兵（椭圆）还能斜着行动。', skip: '跳过',
  choose: '请选择一支己方部队。', chosen: '{name}：可攻击、进军或换位。', wait: '敌方正在思考。', over: '战役结束。', watching: '你在观战，双方都保守秘密。',
   example: '播放或停止示例',
};

export function word(key: keyof typeof EN, values: Record<string, string | number> = {}): string {
  return (lang() === 'zh' ? ZH : EN)[key].replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

