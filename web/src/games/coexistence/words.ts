import { lang } from '../../words/i18n.svelte';

const EN = {
  table: 'CoExistence table', your: 'your', dead: 'fallen', selected: 'selected', attack: 'can attack', killed: 'can be killed, {points}', kill: 'can be killed',
  axe: 'Axe', hammer: 'Hammer', sword: 'Sword', arrow: 'Arrow',
  round: 'Round {n} of {of}', pass: 'Pass', pass_rule: 'Two passes end the round', pass_ends: 'Ends round {n}', pass_last: 'Ends the game: both lose', pass_go: 'The other one may go on',
  passes: 'passes', discard: 'Fallen', any: 'takes any, 0', by_any: 'falls to any, 0', beats: 'Who beats whom',
  fell: 'fell to {unit} {at}', fell_short: 'fell', answers: 'may answer', takes: '{a} takes {b} {at}', score: '{points}: {a} : {b}', answer_none: 'nothing can answer', answer: '{unit} may answer', answers_many: '{n} cards may answer', wins: 'wins the game',
  choose: 'Choose a card of yours', choose_target: '{unit}: choose whom to strike', none: 'Nothing to strike: pass', wait: '{name} is thinking', over: 'Game over',
  no: 'Not possible', idle: 'This card has nothing to strike', first: 'Choose a card of yours first',
  new_round: 'Round {n}', begins: '{name} begins',
  do: 'attack or pass', coins: '{n} of {of} points', left: 'cards left: {n}',
  act: '{a} {own} takes {b} {at}', act_pass: 'pass', log: '{name}: {a} {own} takes {b} {at}', log_pass: '{name} passes', log_clock: '{name} runs out of time and passes', log_round: 'Round {n}: new cards, {name} begins', log_nobody: 'Four rounds are over: both lost', log_won: '{name} has won',
  guide0: 'Choose a card of yours, then whom it strikes. The triangle shows who beats whom.', guide1: 'The seal on a target says what it brings: +1 or nothing. The cloth says what could answer.', guide2: 'Nothing worth a strike? Pass: two passes in a row end the round. Nine points win.', skip: 'Skip',
};
const ZH: typeof EN = {
  table: '共存牌桌', your: '你的', dead: '阵亡', selected: '已选', attack: '可攻击', killed: '可击杀，{points}', kill: '可击杀',
  axe: '斧', hammer: '锤', sword: '剑', arrow: '箭',
  round: '第 {n} / {of} 轮', pass: '不出', pass_rule: '双方接连不出则本轮结束', pass_ends: '结束第 {n} 轮', pass_last: '对局结束：双方皆负', pass_go: '对方可以继续',
  passes: '不出', discard: '阵亡', any: '可杀任何，0 点', by_any: '可被任何杀，0 点', beats: '谁杀谁',
  fell: '被{unit} {at} 击杀', fell_short: '阵亡', answers: '可反击', takes: '{a}杀{b} {at}', score: '{points}：{a} : {b}', answer_none: '无人能反击', answer: '{unit}可反击', answers_many: '{n} 张牌可反击', wins: '获胜',
  choose: '选一张你的牌', choose_target: '{unit}：选择攻击目标', none: '无可攻击：只能不出', wait: '{name} 正在思考', over: '对局结束',
  no: '不行', idle: '这张牌没有可攻击的目标', first: '先选一张你的牌',
  new_round: '第 {n} 轮', begins: '{name} 先手',
  do: '攻击或不出', coins: '{n} / {of} 点', left: '剩 {n} 张牌',
  act: '{own} {a} 击杀 {at} {b}', act_pass: '不出', log: '{name}：{own} {a} 击杀 {at} {b}', log_pass: '{name} 不出', log_clock: '{name} 超时，不出', log_round: '第 {n} 轮发牌，{name} 先手', log_nobody: '四轮已过，双方皆负', log_won: '{name} 获胜',
  guide0: '先选下方一张自己的牌，再选要攻击的对方牌。中间的三角标明谁杀谁。', guide1: '目标上的印章说明得分：+1 或没有。桌布上写着谁能反击。', guide2: '没有值得打的？不出：接连两次不出，本轮结束。先得九点者胜。', skip: '跳过',
};

export function w(key: keyof typeof EN, values: Record<string, string | number> = {}): string {
  return (lang() === 'zh' ? ZH : EN)[key].replace(/\{(\w+)\}/g, (all, name: string) => String(values[name] ?? all));
}

export const unitName = (unit: string): string => (unit in EN ? w(unit as keyof typeof EN) : unit);
export const points = (n: number): string => (n > 0 ? `+${n}` : '0');
