import type { Tile } from '../../generated/mars';
import { lang } from '../../words/i18n.svelte';

const EN = {
  marches: '{unit} marches {way}', town: '{unit} marches into {town}', into: '{unit} goes out of sight', from: '{unit} comes to {to}', trades: '{a} and {b} trade places', somewhere: 'Units trade places out of sight',
  attacks: '{a} attacks {b}', strikes: '{a} strikes {b}: {d} against {n}', destroys: '{a} destroys {b} and loses {n}', fails: '{a} falls to {b}, which loses {d}', both: '{a} and {b} destroy each other',
  rises: '{unit} rises to experience {n}', sighted: 'In sight: {units}', more: '{units} and {n} more', passed: '{side} have no unit that can act',
};
const ZH: Record<keyof typeof EN, string> = {
  marches: '{unit} 向{way}推进', town: '{unit} 进驻{town}', into: '{unit} 离开视野', from: '{unit} 出现在 {to}', trades: '{a} 与 {b} 换位', somewhere: '视野外有部队换位',
  attacks: '{a} 攻击 {b}', strikes: '{a} 攻击 {b}：{d} 对 {n}', destroys: '{a} 歼灭 {b}，损失 {n}', fails: '{a} 被 {b} 歼灭，对方损失 {d}', both: '{a} 与 {b} 同归于尽',
  rises: '{unit} 经验升至 {n}', sighted: '发现：{units}', more: '{units} 等，另有 {n} 支', passed: '{side}没有可行动的部队',
};

/** Clockwise from the top of the map. */
const WAYS = [['north', 'north-east', 'east', 'south-east', 'south', 'south-west', 'west', 'north-west'], ['北', '东北', '东', '东南', '南', '西南', '西', '西北']];
export const way = ([fx, fy]: Tile, [tx, ty]: Tile): string => WAYS[lang() === 'zh' ? 1 : 0]?.[((Math.round(Math.atan2(tx - fx, fy - ty) / (Math.PI / 4)) % 8) + 8) % 8] ?? '';

export function story(key: keyof typeof EN, values: Record<string, string | number>): string {
  return (lang() === 'zh' ? ZH : EN)[key].replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
