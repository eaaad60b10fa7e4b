/** Labels in the order of the server's indices. */
export const LABELS = 'A1 A4 A7 B2 B4 B6 C3 C4 C5 D1 D2 D3 D5 D6 D7 E3 E4 E5 F2 F4 F6 G1 G4 G7'.split(' ');

export function label(index: number): string {
  return LABELS[index] ?? '?';
}

/** Place in grid units, 1 to 7. */
export function place(name: string): [number, number] {
  return [Number(name[1]), name.charCodeAt(0) - 64];
}
