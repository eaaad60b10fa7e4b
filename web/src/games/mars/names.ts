// Units and towns come with English names; here they are in Chinese, and what their names tell.
import type { Placed } from '../../generated/mars';
import { lang } from '../../words/i18n.svelte';

const TOWNS: Record<string, string> = {
  Staritsa: '斯塔里察', 'Molodoi Tud': '莫洛多伊图德', Nelidovo: '涅利多沃', Rzhev: '勒热夫', Olenino: '奥列尼诺', Zubtsov: '祖布佐夫',
  Karmanovo: '卡尔马诺沃', Sychevka: '瑟乔夫卡', Belyi: '别雷', Novodugino: '诺沃杜吉诺', Kholm: '霍尔姆', Vyazma: '维亚济马',
};
/** Names that follow no pattern. */
const UNITS: Record<string, string> = {
  'Panzergrenadier Division Großdeutschland': '“大德意志”装甲掷弹兵师', 'XXXXI Panzer Corps': '第41装甲军',
  '3rd MC Artillery': '第3机械化军炮兵', '1st MC Artillery': '第1机械化军炮兵', '6th RC Artillery': '第6步兵军炮兵', '43rd Corps Artillery': '第43军炮兵',
  'Heavy Mortar Battalion 441': '第441重迫击炮营', 'Eastern Battalion 441': '第441东方营', 'Assault Gun Department 189': '第189突击炮营', 'Artillery Regiment 73': '第73炮兵团',
};
const WORDS: [RegExp, string][] = [
  [/^Katukov's /, '卡图科夫'], [/^Heavy Artillery Division (\d+)$/, '第$1重炮营'],
  [/(\d+)(?:st|nd|rd|th) Guards /, '近卫第$1'], [/(\d+)(?:st|nd|rd|th) /, '第$1'],
  [/Panzergrenadier Division/, '装甲掷弹兵师'], [/Panzer Division Detachment/, '装甲师支队'], [/Panzer Division/, '装甲师'], [/Motorised Infantry Brigade/, '摩托化步兵旅'],
  [/(?:Infantry|Rifle) Division/, '步兵师'], [/Cavalry Division/, '骑兵师'], [/Tank Division/, '坦克师'],
  [/Rifle Corps/, '步兵军'], [/Cavalry Corps/, '骑兵军'], [/Tank Corps/, '坦克军'], [/Mechanised Corps/, '机械化军'], [/Army$/, '集团军'],
  [/ Artillery Support/, '炮兵支援队'], [/ Artillery Reserve/, '炮兵预备队'], [/ Infantry Reserve/, '步兵预备队'], [/ Tank Brigade/, '坦克旅'],
];

export const townName = (name: string): string => (lang() === 'zh' ? (TOWNS[name] ?? name) : name);

export function unitName(name: string): string {
  if (lang() !== 'zh') return name;
  return UNITS[name] ?? WORDS.reduce((text, [from, to]) => text.replace(from, to), name);
}

/** Without the word for what its symbol shows already: "8th Guards Rifle Corps" is "8th Guards". */
export function shortName(name: string): string {
  const text = unitName(name);
  if (lang() === 'zh') return text.replace(/^卡图科夫/, '');
  return text.replace(/^Katukov's /, '').replace(/ (Infantry|Rifle|Cavalry|Tank|Panzer|Panzergrenadier) (Division|Corps)$/, ' $1').replace(/^Panzergrenadier Division /, '').replace(/^Heavy Artillery Division/, 'Heavy Artillery').slice(0, 30);
}

/** The size of a unit as maps write it: army, corps, division, brigade, regiment, battalion. */
export function echelon(unit: Pick<Placed, 'name'>): string {
  const { name } = unit;
  if (/Army$/.test(name)) return 'xxxx';
  // The heavy batteries, assault guns and battalions carry their number at the end.
  if (/Regiment/.test(name)) return 'III';
  if (/ \d+$/.test(name)) return 'II';
  if (/Brigade|Detachment/.test(name)) return 'x';
  if (/Division/.test(name)) return 'xx';
  return 'xxx';
}
