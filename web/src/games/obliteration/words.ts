import { lang } from '../../words/i18n.svelte';

const EN = {
  board: 'Obliteration board', neutral: 'neutral', label: 'column {x}, row {y}, {who}, pointing {way}',
  way0: 'up', way1: 'upper right', way2: 'lower right', way3: 'down', way4: 'lower left', way5: 'upper left',
  larger: 'Larger', smaller: 'Smaller', again: 'See the wave again (W)', turn_it: 'Turn it', look: 'Look around',
  turn: 'Turn {x},{y}', takes: 'takes {n} from {name}', wakes: 'wakes {n} neutral', nothing: 'nothing turns', waves: '{n} waves', wave: '1 wave', out: '{name} is out',
  log: '{name} turns {x},{y}: {what}', say: 'turn {x},{y}', brings: ': +{n}', and: ', ', won: '{name} has won',
  guide0: 'Point at your hex: everything that would become yours lights up, with its number. A click turns it one step clockwise.', guide1: 'Arms join hexes. Look for one of yours whose next direction meets a large group.', guide2: 'Whoever points at your group takes all of it. Turn a hex away to cut it loose.', skip: 'Skip',
  your_turn: 'Turn one of your hexes.', wait: '{name} is thinking.', over: 'The game is over.', runs: '{n} of {of} have turned', light: 'Who holds the light', needed: '{n} of {of} win', example: 'Play or stop the example',
  lesson: 'Arms join hexes. Turn one of yours, and all that hangs on its new target is yours.',
};
const ZH: Record<keyof typeof EN, string> = {
  board: '湮灭棋盘', neutral: '中立', label: '第 {x} 列第 {y} 行，{who}，指向{way}',
  way0: '上', way1: '右上', way2: '右下', way3: '下', way4: '左下', way5: '左上',
  larger: '放大', smaller: '缩小', again: '重看这一波（W 键）', turn_it: '转动', look: '再看看',
  turn: '转动 {x},{y}', takes: '夺取 {name} {n} 格', wakes: '点亮中立 {n} 格', nothing: '没有变化', waves: '{n} 波', wave: '1 波', out: '{name} 出局',
  log: '{name} 转动 {x},{y}：{what}', say: '转动 {x},{y}', brings: '：+{n}', and: '，', won: '{name} 获胜',
  guide0: '指着你的六边形：会归你的都先亮起，并标出数目。点一下，它顺时针转一步。', guide1: '臂把六边形连成一片。找一个下一步会指向大片的己方格子。', guide2: '谁指向你的一片，就全部拿走。转开一格，可以让它脱身。', skip: '跳过',
  your_turn: '请转动一个自己的六边形。', wait: '{name} 正在思考。', over: '对局结束。', runs: '{of} 格中已有 {n} 格变色', light: '光归谁所有', needed: '{of} 格获胜，现 {n} 格', example: '播放或停止示例',
  lesson: '臂把六边形连成一片。转动己方一格，新目标所连的整片都归你。',
};

export function word(key: keyof typeof EN, values: Record<string, string | number> = {}): string {
  return (lang() === 'zh' ? ZH : EN)[key].replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
export const wayWord = (rotation: number): string => word(`way${(((rotation % 6) + 6) % 6) as 0}`);
