/** Inks of the map; the night map lies under a lamp. */
export interface Skin {
  paper: string; paperEdge: string; margin: string; ink: string; contour: string; river: string; bank: string;
  wood: string; tree: string; road: string; grid: string; frame: string; label: string; halo: string;
  fog: string; fogOpacity: number; fogEdge: string; hatch: string; hatchOpacity: number;
  soviet: string; sovietOpacity: number; german: string; germanOpacity: number; germanLine: string; fibre: [number, number, number];
}

export const DAY: Skin = {
  paper: '#efe4c6', paperEdge: '#e4d6b2', margin: '#f1e8d0', ink: '#33291a', contour: '#a9793f', river: '#5d8ea6', bank: '#3f6f88',
  wood: '#8fa56a', tree: '#5f7a3c', road: '#b0492f', grid: '#5b6b74', frame: '#2f2618', label: '#2a2013', halo: '#f3e9cf',
  fog: '#efe6cd', fogOpacity: 0.78, fogEdge: '#faf4e2', hatch: '#8b7a57', hatchOpacity: 0.6,
  soviet: '#d8553f', sovietOpacity: 0.1, german: '#4c5f58', germanOpacity: 0.2, germanLine: '#43524b', fibre: [82, 56, 20],
};
export const NIGHT: Skin = {
  paper: '#b3965f', paperEdge: '#9c8150', margin: '#8d7446', ink: '#1c1409', contour: '#6d4a20', river: '#33576b', bank: '#24424f',
  wood: '#5d6b38', tree: '#2f3a16', road: '#7a2b18', grid: '#2d352f', frame: '#1a140b', label: '#130d05', halo: '#c9ac74',
  fog: '#8d774c', fogOpacity: 0.86, fogEdge: '#c3a670', hatch: '#3d311b', hatchOpacity: 0.85,
  soviet: '#9c2413', sovietOpacity: 0.2, german: '#22342f', germanOpacity: 0.34, germanLine: '#2a3a34', fibre: [30, 18, 4],
};
