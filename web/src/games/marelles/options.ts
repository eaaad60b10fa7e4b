import { count, pick, REASONS } from '../says';
import type { Both } from '../types';
import type { Say } from '../words.svelte';

export const names: Record<string, Both> = {
  removal: ['Which stones may be taken', '吃子规则'], document: ['safe in a mill while placing', '原版'], standard: ['always safe in a mill', '标准'],
  repetition: ['Draw by repetition, times', '重复判和次数'], no_capture: ['Draw without a removal, moves', '无吃子判和步数'], max_plies: ['Longest game, in moves', '最大步数'],
  first: ['Who begins', '先手'], host: ['the host', '桌主'], guest: ['the guest', '客人'], random: ['a coin decides', '随机'],
  undo: ['Taking back', '悔棋'], ask: ['if the other agrees', '需同意'], instant: ['at once', '立即'], off: ['never', '不许'],
  timeout: ['When the time is up', '超时'], lose: ['the game is lost', '判负'], none: ['nothing happens', '无'],
  draw_by_agreement: ['Draws by agreement', '可协议和棋'],
};
export const abouts: Record<string, string> = {
  removal: '线内棋子仅在落子成线时受保护（原版），或总受保护（标准，比赛规则）',
  repetition: '同一局面出现这么多次判和；0 为关',
  no_capture: '连续这么多步没有吃子判和；0 为关',
  max_plies: '总共这么多步后判和，至少 18；0 为关',
  first: '谁执黑先行',
  undo: '能否悔棋，是否需要对手同意',
  timeout: '时间用尽者是否判负',
  draw_by_agreement: '双方能否协议和棋',
};
export const sentences: Record<string, Say> = {
  removal: pick({ document: ['Stones in a mill are safe while you place', '落子阶段线内的棋子受保护'], standard: ['Stones in a mill are always safe', '线内的棋子总受保护'] }),
  repetition: count(0, (n) => [`The same position ${n} times is a draw`, `同一局面出现 ${n} 次为和`]),
  no_capture: count(0, (n) => [`${n} moves without a removal are a draw`, `连续 ${n} 步无吃子为和`]),
  max_plies: count(0, (n) => [`After ${n} moves it is a draw`, `${n} 步后判和`]),
  first: pick({ host: ['The host begins with slate', '桌主执黑先行'], guest: ['The guest begins with slate', '客人执黑先行'], random: ['A coin decides who begins', '抽签决定谁先行'] }),
  undo: pick({ ask: ['Moves can be taken back if the other agrees', '经对方同意可以悔棋'], instant: ['Moves can be taken back at once', '可以立即悔棋'], off: ['No move is taken back', '不许悔棋'] }),
  timeout: pick({ lose: null, none: ['Running out of time does not lose', '超时不判负'] }),
  draw_by_agreement: (value) => (value === false ? ['No draws by agreement', '不能协议和棋'] : null),
};
export const reasons: Record<string, Both> = {
  ...REASONS,
  two: ['two stones were left', '只剩两子'],
  blocked: ['no move was possible', '无路可走'],
  ran_away: ['by resignation', '认输'],
  repetition: ['the position was repeated', '局面重复'],
  no_capture: ['too long without a removal', '太久没有吃子'],
  max_plies: ['the longest game was reached', '达到最大步数'],
};
export const codes: Record<string, string> = {
  must_remove: '请先吃掉一子', no_mill: '没有成线，不能吃子', bad_point: '没有这个点', still_placing: '手里还有棋子，先放完', placing_over: '棋子已放完，请移动',
  not_own: '那里没有你的棋子', occupied: '那里已有棋子', too_far: '只能移到相邻点', empty: '那里没有棋子', own_stone: '那是你自己的棋子', in_mill: '那个棋子受成线保护',
};
export const phrases: Both[] = [['A fine mill!', '好一个三连！'], ['That stone hurt.', '这一子真疼。']];
