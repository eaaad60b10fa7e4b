// Positions of the rules; slate is to move. The tests play each of them on the server's own rules.
export interface Example {
  slate: string;
  ivory: string;
  hands: [number, number];
  moves: string[];
}

export const EXAMPLES = {
  mill: { slate: 'C3 C5 D5 D6', ivory: 'D2 D3 C4 D7', hands: [5, 5], moves: ['E5xD7', 'A1'] },
  open: { slate: 'G1 G4 G7 C3', ivory: 'A4 B2 D3 D5 F2', hands: [0, 0], moves: ['G4-F4', 'A4-A1', 'F4-G4xD5'] },
  fly: { slate: 'B2 B4 E5 D6 F4', ivory: 'A1 D3 G7 G1', hands: [0, 0], moves: ['D6-B6xD3', 'A1-C5'] },
  blocked: { slate: 'B4 D1 D7 G4 C3', ivory: 'A1 A7 G1 G7', hands: [0, 0], moves: ['B4-A4'] },
} satisfies Record<string, Example>;
