import { fill, lang } from '../../words/i18n.svelte';

const EN = {
  marches: '{who} marches on {to} from {from}.', takes: '{who} takes {to} from {whom}.', holds: '{whom} holds {to} against {who}.',
  'throw.one': 'One throw, losses {a} : {d}', 'throw.many': '{n} throws, losses {a} : {d}',
  claimed: '{who} takes {to}', placed: '{who} adds a troop to {to}', 'turned_in.one': '{who} hands in a card and gets {troops}', turned_in: '{who} hands in {n} cards and gets {troops}',
  reinforced: '{who} gets {n}: {where}', eliminated: '{who} is out, driven off the map by {by}', captured: '{who} gets {n} {n|card|cards} of {from}', 'occupied.one': '{who} garrisons {to} with one', occupied: '{who} garrisons {to} with {n}',
  transferred: '{who} moves {n} from {from} to {to}', kept: '{who} keeps the cards', drew: '{who} draws a card', 'drew.own': '{who} draws a card of {n} ★', no_cards_left: 'No cards remain', timed_out: '{who} ran out of time', departed: '{who} left', ended: 'The war is over',
};
export type StoryKey = keyof typeof EN;
const ZH: Record<StoryKey, string> = {
  marches: '{who} 从{from}进军{to}。', takes: '{who} 从 {whom} 手中夺取{to}。', holds: '{whom} 守住{to}，击退 {who}。',
  'throw.one': '一掷，损失 {a} : {d}', 'throw.many': '{n} 掷，损失 {a} : {d}',
  claimed: '{who} 占领{to}', placed: '{who} 在{to}加一个兵', 'turned_in.one': '{who} 交出一张卡，换 {troops} 个兵', turned_in: '{who} 交出 {n} 张卡，换 {troops} 个兵',
  reinforced: '{who} 得 {n} 个兵：{where}', eliminated: '{who} 被 {by} 逐出地图', captured: '{who} 得到 {from} 的 {n} 张卡', 'occupied.one': '{who} 以一兵进驻{to}', occupied: '{who} 以 {n} 兵进驻{to}',
  transferred: '{who} 从{from}调 {n} 兵到{to}', kept: '{who} 保留卡牌', drew: '{who} 抽一张卡', 'drew.own': '{who} 抽到一张 {n} ★ 卡', no_cards_left: '卡牌已抽完', timed_out: '{who} 超时', departed: '{who} 离开', ended: '战争结束',
};

export function story(key: StoryKey, values: Record<string, string | number>): string {
  return fill((lang() === 'zh' ? ZH : EN)[key], values);
}
