import { lang } from '../words/i18n.svelte';

// Words of tables that people share at one computer: their own, so that the front page need not load them.
const EN = {
  'together.title': '{game} at one computer',
  'together.text': 'Everybody sits before this screen and plays in turn. Nothing is rated, and nobody else looks on.',
  'together.text.hidden': 'Between two turns a curtain hides what the last one saw: hand the computer over, then lift it.',
  'together.who': 'Who plays?',
  'together.name': 'Name {n}',
  'together.add': 'One more',
  'together.remove': 'Without {name}',
  'together.bots': 'Computer players',
  'together.clock': 'Clock',
  'together.rules': 'Rules of this table',
  'together.start': 'Start',
  'curtain.title': 'Hand over to {name}',
  'curtain.first': '{name} begins',
  'curtain.nothing': 'Nothing of the other side is on this screen.',
  'curtain.folded': 'What the others saw is folded away. The clock stands still until you open yours.',
  'curtain.folded.free': 'What the others saw is folded away.',
  'curtain.open': 'I am {name}, show me the board',
  'curtain.look_away': 'Everybody else, look away now',
  'curtain.left': '{name} has {time} left',
  'curtain.home': 'Pause: to the front page',
  'curtain.bots': 'The computer plays',
  'curtain.bots.text': 'The curtain can be lifted as soon as it is the turn of somebody at this screen.',
  'curtain.sealed': 'SEALED',
  'curtain.move': 'Move {n}',
  'hand.to': 'Hand over to {name}',
  'hand.now': 'Hand over now',
  'hand.keep': 'Keep looking',
  'hand.in': 'The curtain falls in {n} s',
  'turn.of': '{name}, your turn',
};

const ZH: typeof EN = {
  'together.title': '同一台电脑玩{game}',
  'together.text': '大家都坐在这块屏幕前,轮流下。不计分,别人也看不到。',
  'together.text.hidden': '换人时帘子会遮住上一位看到的一切:把电脑交过去,再拉开。',
  'together.who': '谁来玩?',
  'together.name': '名字 {n}',
  'together.add': '再加一位',
  'together.remove': '去掉{name}',
  'together.bots': '电脑玩家',
  'together.clock': '计时',
  'together.rules': '这桌的规则',
  'together.start': '开始',
  'curtain.title': '请交给{name}',
  'curtain.first': '{name}先走',
  'curtain.nothing': '屏幕上没有对方的任何信息。',
  'curtain.folded': '别人看到的都已收起。你拉开之前,时钟不走。',
  'curtain.folded.free': '别人看到的都已收起。',
  'curtain.open': '我是{name},给我看棋盘',
  'curtain.look_away': '其他人请别看',
  'curtain.left': '{name}还有 {time}',
  'curtain.home': '暂停:回首页',
  'curtain.bots': '电脑在走',
  'curtain.bots.text': '轮到屏幕前的人时就能拉开帘子。',
  'curtain.sealed': '已封存',
  'curtain.move': '第 {n} 步',
  'hand.to': '请交给{name}',
  'hand.now': '现在就交',
  'hand.keep': '再看一会儿',
  'hand.in': '{n} 秒后落下帘子',
  'turn.of': '{name},轮到你',
};

export type Word = keyof typeof EN;

export function word(key: Word, values: Record<string, string | number> = {}): string {
  return (lang() === 'zh' ? ZH : EN)[key].replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
