/** What the server says a turn would do (its own shape; see docs/protocol.md). */
export interface Effect {
  x: number;
  y: number;
  rotation: number;
  converted: { x: number; y: number; wave: number; from: number | null }[];
  gains: number[];
  neutral: number;
  hexes: number[];
  eliminated: number[];
}
