import { count, pick, REASONS, silent, when } from '../says';
import type { Both } from '../types';
import type { GameWords, Say } from '../words.svelte';
import DefenceField from './DefenceField.svelte';

export const names: Record<string, Both> = {
  asia_bonus: ['Troops for Asia', '亚洲奖励'], floor_before_bonus: ['Three troops at least, then continents', '先保底三个再加奖励'],
  card_table: ['What cards bring', '卡牌兑换'], linear: ['one troop a star', '一星一兵'], star_2008: ['more and more (2008)', '2008 年表'],
  capture_cards: ['Cards go to whoever eliminates', '消灭者得卡牌'], claim_min: ['Troops that march in at least', '占领最少兵力'], one: ['one', '一个'], dice: ['as many as dice', '骰子数'],
  fortify: ['Moving troops', '调兵'], chain: ['along own territories', '沿己方领土'], adjacent: ['to a neighbour', '仅相邻'], hide_attack_roll: ['The attack’s dice stay covered', '隐藏进攻骰'],
  auto_defend: ['Defending', '自动防守'], most: ['always the most dice', '最多骰'], best: ['the best choice', '最佳'], off: ['by hand', '手动'],
  on_leave: ['If somebody leaves', '有人离开时'], end_match: ['the match ends', '结束对局'], grace: ['the others wait first', '先等待'], neutral: ['their lands turn neutral', '变中立'], bot: ['the computer plays on', '电脑代打'],
  turn_timer: ['Seconds for a decision', '回合限时（秒）'], spectators: ['Spectators', '观众'], eliminated: ['only players who are out', '仅出局者'], anyone: ['anybody', '任何人'],
};
export const abouts: Record<string, string> = {
  asia_bonus: '占有全亚洲的奖励兵力：11，经典棋盘为 7',
  floor_before_bonus: '先补足到三个兵，再加大洲奖励',
  card_table: '星换兵：一星一兵，或 2008 年的递增表（2 到 10 星）',
  capture_cards: '消灭一名玩家者得到其卡牌',
  claim_min: '占领时最少进驻的兵：一个，或与进攻骰子数相同',
  fortify: '调兵可沿相连的己方领土，或仅到相邻领土',
  hide_attack_roll: '防守方选定之后才显示进攻骰',
  auto_defend: '每个座位：手动选防守骰（手动）、总用最多、或按最佳概率',
  on_leave: '有人离开时：结束对局、先等待、变为中立、或由电脑代打',
  turn_timer: '每个决定的秒数；超时则跳过或由电脑决定',
  spectators: '谁可以观看：仅出局者，或任何人',
};
export const sentences: Record<string, Say> = {
  asia_bonus: (n) => [`Asia brings ${n} troops`, `亚洲奖励 ${n} 个兵`],
  floor_before_bonus: when(['At least three troops before continents are added', '先补足三个兵，再加大洲奖励']),
  card_table: pick({ linear: ['One troop for each star', '一星换一个兵'], star_2008: ['Stars bring more and more troops (2008)', '星换兵按 2008 年递增表'] }),
  capture_cards: when(['Whoever eliminates a player gets the cards', '消灭玩家者得到其卡牌']),
  claim_min: pick({ one: null, dice: ['Occupy with as many troops as dice', '进驻的兵不少于进攻骰子数'] }),
  fortify: pick({ chain: ['Troops move along own lands', '调兵可沿相连的己方领土'], adjacent: ['Troops move to a neighbour only', '只能调兵到相邻领土'] }),
  hide_attack_roll: when(['The attack is rolled in secret until the defence is chosen', '防守方选定后才显示进攻骰']),
  on_leave: pick({ end_match: ['If somebody leaves, the match ends', '有人离开则对局结束'], grace: ['If somebody leaves, the others wait first', '有人离开时先等待'], neutral: ['Whoever leaves turns neutral', '离开者变为中立'], bot: ['The computer plays on for whoever leaves', '离开者由电脑代打'] }),
  turn_timer: count(null, (n) => [`${n} seconds for a decision`, `每个决定 ${n} 秒`]),
  spectators: silent,
  auto_defend: silent,
};
export const reasons: Record<string, Both> = {
  ...REASONS,
  conquest: ['the whole world', '征服全世界'],
  last_standing: ['the last one standing', '最后的幸存者'],
  no_people: ['only computers were left', '只剩电脑'],
};
export const codes: Record<string, string> = {
  not_allowed_territory: '不能选这块领土', bad_number: '数字超出范围', bad_cards: '没有这些卡牌',
};
export const says: [RegExp, string][] = [
  [/ are not neighbours$/, '这两块领土不相邻'], [/ has no troops to spare$/, '那里没有多余的兵'], [/ is an own territory$/, '那是你自己的领土'],
  [/ is not an own territory$/, '那不是你的领土'], [/ is not free$/, '那里已有主人'], [/^no troops can go from /, '兵到不了那里'],
];
export const fields: GameWords['fields'] = { auto_defend: DefenceField };
export const phrases: Both[] = [['Peace at this border?', '边境停战如何？'], ['The dice are against me.', '骰子不站在我这边。'], ['Well conquered!', '打得好！']];
