export interface Territory {
  id: number;
  key: string;
  name: string;
  short: string;
  continent: number;
  lat: number;
  lon: number;
  label: [number, number];
}

export interface World {
  territories: Territory[];
  continents: { id: number; key: string; name: string; bonus: number; members: number[] }[];
  borders: [number, number][];
  colours: string[];
}

interface Source {
  id: number;
  targets: number[];
}

export type Valid = { actor: number } & (
  | { phase: 'setup'; territories: number[] }
  | { phase: 'setup_reinforce'; territories: number[]; stock: number }
  | { phase: 'turn_in'; cards: number[] | null }
  | { phase: 'reinforce'; territories: number[]; troops: number; from_cards: number }
  | { phase: 'attack'; sources: (Source & { max_dice: number })[] }
  | { phase: 'defend'; territory: number; max_dice: number }
  | { phase: 'occupy'; from: number; to: number; min: number; max: number }
  | { phase: 'transfer'; sources: (Source & { max_troops: number })[] }
);

export interface Battle {
  attacker: number;
  defender: number;
  from: number;
  to: number;
  attack_roll: number[];
  defence_roll: number[];
  attacker_loses: number;
  defender_loses: number;
  fell: boolean;
}

export interface RiskView {
  you: number | null;
  owners: (number | null)[];
  troops: number[];
  seats: { seat: number; colour: string; standing: string; cards: number; territories: number; troops: number; continents: number[]; stock: number; income: number; auto_defend: string }[];
  current: number | null;
  actor: number | null;
  phase: string;
  turn: number;
  valid: Valid | null;
  hand: number[] | null;
  attack: { from: number; to: number; attacker: number; defender: number; dice: number; roll: number[] | null } | null;
  pool: number;
  card_pending: boolean;
  options: { asia_bonus: number; card_table: string };
  last_battle: Battle | null;
}

/** Chinese names by key; English ones come with the world. */
export const CHINESE: Record<string, string> = {
  alaska: '阿拉斯加', ontario: '安大略', central_america: '中美洲', eastern_us: '美国东部', western_us: '美国西部', greenland: '格陵兰', northwest_territory: '西北地区', alberta: '阿尔伯塔', quebec: '魁北克',
  venezuela: '委内瑞拉', peru: '秘鲁', brazil: '巴西', argentina: '阿根廷', north_africa: '北非', egypt: '埃及', east_africa: '东非', central_africa: '中非', south_africa: '南非', madagascar: '马达加斯加',
  iceland: '冰岛', great_britain: '英国', western_europe: '西欧', northern_europe: '北欧', scandinavia: '斯堪的纳维亚', southern_europe: '南欧', russia: '俄罗斯', afghanistan: '阿富汗', china: '中国', india: '印度',
  irkutsk: '伊尔库茨克', japan: '日本', kamchatka: '堪察加', middle_east: '中东', mongolia: '蒙古', southeast_asia: '东南亚', siberia: '西伯利亚', ural: '乌拉尔', yakutsk: '雅库茨克',
  eastern_australia: '东澳', indonesia: '印尼', new_guinea: '新几内亚', western_australia: '西澳', europe: '欧洲', africa: '非洲', asia: '亚洲', australia: '澳洲', north_america: '北美洲', south_america: '南美洲',
};
