// Which land of Natural Earth (by its names) belongs to which territory, and along which lines of ours
// the large countries are cut.

/** Whole countries by territory. */
export const WHOLE = {
  2: ['Mexico', 'Guatemala', 'Belize', 'Honduras', 'El Salvador', 'Nicaragua', 'Costa Rica', 'Panama', 'Cuba', 'Haiti', 'Dominican Rep.', 'Jamaica', 'Bahamas', 'Puerto Rico'],
  5: ['Greenland'],
  9: ['Venezuela', 'Colombia', 'Guyana', 'Suriname', 'Trinidad and Tobago'],
  10: ['Peru', 'Bolivia', 'Ecuador'], 11: ['Brazil'],
  12: ['Argentina', 'Chile', 'Uruguay', 'Paraguay', 'Falkland Is.'],
  13: ['Morocco', 'W. Sahara', 'Algeria', 'Tunisia', 'Mauritania', 'Mali', 'Niger', 'Chad', 'Senegal', 'Gambia', 'Guinea-Bissau', 'Guinea', 'Sierra Leone', 'Liberia', "Côte d'Ivoire", 'Burkina Faso', 'Ghana', 'Togo', 'Benin', 'Nigeria'],
  14: ['Egypt', 'Libya'],
  15: ['Sudan', 'S. Sudan', 'Ethiopia', 'Eritrea', 'Djibouti', 'Somalia', 'Somaliland', 'Kenya', 'Uganda', 'Rwanda', 'Burundi', 'Tanzania'],
  16: ['Cameroon', 'Central African Rep.', 'Dem. Rep. Congo', 'Congo', 'Gabon', 'Eq. Guinea'],
  17: ['Angola', 'Zambia', 'Zimbabwe', 'Malawi', 'Mozambique', 'Botswana', 'Namibia', 'South Africa', 'Lesotho', 'eSwatini'],
  18: ['Madagascar'], 19: ['Iceland'], 20: ['United Kingdom', 'Ireland', 'Isle of Man'],
  21: ['Spain', 'Portugal', 'Andorra', 'Belgium', 'Luxembourg', 'Monaco'],
  22: ['Germany', 'Netherlands', 'Denmark', 'Poland', 'Czechia', 'Austria', 'Switzerland', 'Slovakia', 'Liechtenstein'],
  23: ['Sweden', 'Finland', 'Åland'],
  24: ['Italy', 'San Marino', 'Vatican', 'Slovenia', 'Croatia', 'Bosnia and Herz.', 'Serbia', 'Kosovo', 'Montenegro', 'Albania', 'Macedonia', 'Greece', 'Bulgaria', 'Romania', 'Hungary', 'Moldova'],
  25: ['Ukraine', 'Belarus', 'Estonia', 'Latvia', 'Lithuania'],
  26: ['Afghanistan', 'Turkmenistan', 'Uzbekistan', 'Tajikistan', 'Kyrgyzstan'],
  27: ['Taiwan', 'Hong Kong', 'Macao'],
  28: ['India', 'Pakistan', 'Nepal', 'Bhutan', 'Bangladesh', 'Sri Lanka', 'Siachen Glacier'],
  30: ['Japan'],
  32: ['Turkey', 'Syria', 'Lebanon', 'Israel', 'Palestine', 'Jordan', 'Iraq', 'Iran', 'Kuwait', 'Saudi Arabia', 'Yemen', 'Oman', 'United Arab Emirates', 'Qatar', 'Bahrain', 'Georgia', 'Armenia', 'Azerbaijan', 'Cyprus', 'N. Cyprus'],
  33: ['North Korea', 'South Korea'],
  34: ['Myanmar', 'Thailand', 'Laos', 'Cambodia', 'Vietnam'],
  38: ['New Zealand'],
  39: ['Philippines', 'Brunei', 'Timor-Leste', 'Singapore'],
  40: ['Papua New Guinea', 'Solomon Is.'],
};

const W = (...points) => points;

/**
 * Cut countries: an ordered list of [territory, knife in longitude and latitude]; what is left goes to
 * `rest`, and -1 is no part of the board. A knife only has to be right where it crosses land.
 */
export const CUTS = {
  'United States of America': {
    rest: 3, cuts: [
      [-1, W([-169, 10], [-150, 10], [-150, 30], [-169, 30])],                                   // Hawaii: not on the board
      [0, W([-170, 50], [-129.5, 50], [-129.5, 75], [-170, 75])], [-1, W([165, 45], [200, 45], [200, 75], [165, 75])], [-1, W([-190, 45], [-168.9, 45], [-168.9, 75], [-190, 75])],
      [4, W([-130, 25], [-101.5, 25], [-100.2, 29], [-99.2, 33], [-97.2, 36.5], [-97.6, 40], [-96.4, 43.2], [-96.6, 46], [-95.9, 52], [-130, 52])]],
  },
  Canada: {
    rest: 1, cuts: [
      [8, W([-79.6, 40], [-79.4, 43.9], [-76.6, 44.6], [-77.4, 46.4], [-79.5, 47.6], [-79.5, 51.4], [-79.0, 56], [-79.5, 62.9], [-74, 63.0], [-68.5, 61.0], [-64.2, 60.7], [-60, 62], [-50, 55], [-50, 40])],
      [1, W([-85, 62.5], [-74, 63], [-68.5, 61], [-60, 61], [-60, 66.8], [-65, 67.4], [-70, 67.2], [-74, 67.5], [-79, 66.2], [-86, 66.3])], // south Baffin: a short crossing to Greenland
      [6, W([-142, 60.1], [-130, 59.9], [-122, 60.2], [-115, 59.7], [-108, 60.1], [-102.2, 60], [-101.8, 63], [-96, 64.4], [-91, 65.4], [-86, 66.3], [-79, 66.2], [-74, 67.5], [-70, 67.2], [-65, 67.4], [-55, 67], [-55, 84], [-142, 84])],
      [7, W([-142, 48], [-104.4, 48], [-103.6, 52], [-104.6, 56], [-102.2, 60], [-108, 60.1], [-115, 59.7], [-122, 60.2], [-130, 59.9], [-142, 60.1])]],
  },
  France: { rest: -1, cuts: [[21, W([-8, 41], [12, 41], [12, 53], [-8, 53])], [9, W([-56, 1], [-50, 1], [-50, 7], [-56, 7])]] },
  Norway: { rest: 23, cuts: [[-1, W([-15, 68], [2, 68], [2, 90], [-15, 90])]] },
  Russia: {
    rest: 31, cuts: [
      [22, W([19, 54], [23, 54], [23, 55.6], [19, 55.6])],                                        // Kaliningrad
      [25, W([23, 40], [50, 40], [61, 50], [58.6, 53.5], [57.6, 56], [59.4, 58.5], [59.2, 61.5], [60.6, 64.3], [65, 66.8], [65.5, 68.6], [61.5, 69.4], [57, 70.6], [60, 74], [70, 77.6], [60, 83], [23, 83])],
      [36, W([50, 40], [78, 46], [79.4, 54], [76.4, 57], [78.6, 60.4], [84.4, 62.2], [82.4, 65.8], [84.2, 69], [79.6, 72.6], [80, 78], [56, 83], [50, 70])],
      [35, W([70, 44], [99.5, 44], [99.2, 53], [102.6, 55.6], [101.4, 58], [105.6, 60.4], [106.8, 64], [104.8, 67.8], [110, 71], [112.6, 75], [112, 83], [70, 83])],
      [29, W([98, 46], [121.5, 46], [121.2, 54], [124.6, 56.2], [129, 57.6], [127, 60.2], [121, 61.6], [115.5, 60.2], [110.5, 61.6], [105.6, 60.4], [99, 59.5], [96, 52])],
      [37, W([98, 57], [105.6, 60.4], [110.5, 61.6], [115.5, 60.2], [121, 61.6], [127, 60.2], [129, 57.6], [134.4, 58.4], [139.4, 60.6], [144.4, 61.8], [147.2, 65], [151.8, 67.2], [152.4, 70], [160, 73], [160, 80], [101, 80])]],
  },
  Kazakhstan: { rest: 26, cuts: [[36, W([68.2, 57], [68.6, 53], [70.4, 51], [73.4, 49.4], [76.8, 47.2], [79.6, 45.6], [84, 45.0], [90, 46], [90, 57])]] },
  Mongolia: { rest: 33, cuts: [[35, W([85, 55], [97.6, 55], [96.4, 50.6], [93.6, 48.9], [94.2, 46.8], [93.4, 40], [85, 40])]] },
  China: { rest: 27, cuts: [[33, W([108.5, 46], [109.5, 41.2], [113, 40.6], [116.2, 41.6], [119.4, 40.4], [122, 39.4], [123, 37], [137, 40], [137, 56], [110, 56])]] },
  Malaysia: { rest: 39, cuts: [[34, W([98, 0], [105, 0], [105, 8], [98, 8])]] },
  Indonesia: { rest: 39, cuts: [[40, W([130.2, -6], [138, -10], [143, -10], [143, 2], [130.2, 2])]] },
  Australia: { rest: 38, cuts: [[41, W([110, -9], [131.6, -9], [132.4, -14.4], [130.8, -19], [131.8, -24], [130.6, -28], [131.4, -38], [110, -38])]] },
};
