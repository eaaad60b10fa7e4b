export interface Colour {
  number: number;
  name: string;
  fill: string;
  glyph: string;
  text: string | null;
}

export interface ObView {
  you: number | null;
  columns: number;
  rows: number;
  owners: string;
  rotations: string;
  seats: { seat: number; colour: Colour; hexes: number; score: string; share: string | null; exit: { how: string } | null }[];
  neutral: number;
  neutral_colour: Colour;
  mode: 'obliteration' | 'domination';
  needed: number | null;
  turn_limit: number | null;
  turns: number;
  turn: number | null;
  last: { seat: number; x: number; y: number } | null;
  options: { hex_size: 'small' | 'medium' | 'fit' };
}
