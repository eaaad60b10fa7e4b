import { REASONS, when } from '../says';
import type { Both } from '../types';
import type { Say } from '../words.svelte';

export const names: Record<string, Both> = {
  turns: ['Length, in actions', '回合数'],
  reveal_at_end: ['Show the whole map at the end', '结束时公开全图'],
};
export const abouts: Record<string, string> = {
  turns: '双方合计多少个行动后按得分定胜负',
  reveal_at_end: '对局结束后向所有人公开整张地图',
};
export const sentences: Record<string, Say> = {
  turns: (n) => [`${n} actions, then the scores decide`, `共 ${n} 个行动，之后按得分定胜负`],
  reveal_at_end: when(['The whole map is shown at the end', '结束后公开整张地图']),
};
export const reasons: Record<string, Both> = { ...REASONS, score: ['by score', '按得分'] };
export const codes: Record<string, string> = {
  off_board: '棋盘外', no_unit: '那里没有你的部队', same_tile: '目标就是它自己', out_of_reach: '够不着',
};
export const phrases: Both[] = [['The front holds.', '战线守住了。'], ['A bold attack!', '好大胆的进攻！'], ['The fog is thick today.', '今天雾真大。']];
