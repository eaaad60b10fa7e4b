/** Chinese names by key; English ones come with the world. */
export const CHINESE: Record<string, string> = {
  alaska: '阿拉斯加', ontario: '安大略', central_america: '中美洲', eastern_us: '美国东部', western_us: '美国西部', greenland: '格陵兰', northwest_territory: '西北地区', alberta: '阿尔伯塔', quebec: '魁北克',
  venezuela: '委内瑞拉', peru: '秘鲁', brazil: '巴西', argentina: '阿根廷', north_africa: '北非', egypt: '埃及', east_africa: '东非', central_africa: '中非', south_africa: '南非', madagascar: '马达加斯加',
  iceland: '冰岛', great_britain: '英国', western_europe: '西欧', northern_europe: '北欧', scandinavia: '斯堪的纳维亚', southern_europe: '南欧', russia: '俄罗斯', afghanistan: '阿富汗', china: '中国', india: '印度',
  irkutsk: '伊尔库茨克', japan: '日本', kamchatka: '堪察加', middle_east: '中东', mongolia: '蒙古', southeast_asia: '东南亚', siberia: '西伯利亚', ural: '乌拉尔', yakutsk: '雅库茨克',
  eastern_australia: '东澳', indonesia: '印尼', new_guinea: '新几内亚', western_australia: '西澳', europe: '欧洲', africa: '非洲', asia: '亚洲', australia: '澳洲', north_america: '北美洲', south_america: '南美洲',
};
