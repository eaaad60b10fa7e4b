import { lang } from '../../words/i18n.svelte';
import { label } from './labels';

const EN = {
  board: 'Marelles board', empty: 'empty', black: 'slate stone', white: 'ivory stone',
  slate: 'slate', ivory: 'ivory',
  take: 'can be taken', place: 'can be placed on', reach: 'can be reached', selected: 'selected', move: 'can move', safe: 'safe', ahead: 'chosen in advance',
  stages: 'Stage', placing: 'Place', moving: 'Slide', flying: 'Fly',
  hand: 'In hand', took: 'Took', tray: 'tray', pull: 'Drag a stone from here, or click a point',
  closes: 'Closes a mill', closes_two: 'Closes two mills', take_one: 'take {at}', take_of: 'take one of {n}',
  blocks: 'Blocks {line}', threatens: 'Two in a line: {line}', threatens_two: 'Two lines at once', opens: 'Opens the mill {line}',
  takes: 'Take {at}', breaks: 'breaks the mill {line}', prevents: 'stops {line}', frees: 'opens your line {line}', flies: 'three are left: they will fly', left: '{n} are left',
  wins: 'Wins the game', draws: 'Ends in a draw',
  no: 'Not possible here', stuck: 'This stone cannot move now', theirs: 'Not your stone', nothing: 'Choose one of your stones first',
  missed: 'No longer possible: {move}', ahead_tip: 'Played as soon as it is your turn', again: 'click again to take it back',
  do_placing: 'place a stone', do_moving: 'slide a stone', do_flying: 'jump anywhere', do_remove: 'mill! take an enemy stone', over: 'game over',
  standing: 'hand {h} · took {t}',
  log_place: '{name} places on {at}', log_slide: '{name} slides to {at}', log_fly: '{name} jumps to {at}', log_take: '{name} takes {at}', log_mill: 'Mill {line}!', log_and: ' and ', log_all_placed: 'All stones lie: now they slide', log_three_left: 'Three stones are left: they may jump', log_draw: 'A draw', log_won: '{name} has won',
  guide0: 'Place a stone on any point. Three of yours in a row along a line are a mill.', guide1: 'Point before you click: the board says what a move blocks, threatens or closes.', guide2: 'A mill takes an enemy stone. Whoever is down to two stones, or cannot move, has lost.', skip: 'Skip',
};
const ZH: typeof EN = {
  board: '九子棋棋盘', empty: '空', black: '黑子', white: '白子',
  slate: '黑', ivory: '白',
  take: '可吃', place: '可落子', reach: '可到达', selected: '已选', move: '可移动', safe: '受保护', ahead: '已预先选定',
  stages: '阶段', placing: '落子', moving: '移动', flying: '飞行',
  hand: '手中', took: '吃子', tray: '棋盒', pull: '从这里拖出棋子，或点击棋盘上的点',
  closes: '成一条线', closes_two: '同时成两条线', take_one: '可吃 {at}', take_of: '{n} 子中任吃一子',
  blocks: '堵住 {line}', threatens: '已有两子：{line}', threatens_two: '同时威胁两条线', opens: '拆开 {line}',
  takes: '吃 {at}', breaks: '破坏 {line}', prevents: '阻止 {line}', frees: '打开你的 {line}', flies: '对方只剩三子，可以飞行', left: '对方剩 {n} 子',
  wins: '获胜', draws: '和棋',
  no: '这里不行', stuck: '这个棋子现在动不了', theirs: '这不是你的棋子', nothing: '先选一个你的棋子',
  missed: '已不能走：{move}', ahead_tip: '轮到你时自动走出', again: '再点一次取消',
  do_placing: '落一子', do_moving: '移动一子', do_flying: '飞到任意空点', do_remove: '成线！吃对方一子', over: '对局结束',
  standing: '手中 {h} · 吃 {t}',
  log_place: '{name} 落子 {at}', log_slide: '{name} 移到 {at}', log_fly: '{name} 飞到 {at}', log_take: '{name} 吃掉 {at}', log_mill: '{line} 成线！', log_and: '、', log_all_placed: '棋子已放完，开始移动', log_three_left: '有人只剩三子，可以飞行', log_draw: '和棋', log_won: '{name} 获胜',
  guide0: '在任意一点落子。自己的三子沿线相连，就成一条线。', guide1: '点击前先指一指：棋盘会说这步堵住、威胁或连成什么。', guide2: '成线就吃对方一子。只剩两子或无路可走者负。', skip: '跳过',
};

export function w(key: keyof typeof EN, values: Record<string, string | number> = {}): string {
  return (lang() === 'zh' ? ZH : EN)[key].replace(/\{(\w+)\}/g, (all, name: string) => String(values[name] ?? all));
}

export const lineName = (line: number[]): string => line.map(label).join(' ');
