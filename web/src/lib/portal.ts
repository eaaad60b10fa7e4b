/**
 * Shows a part of a board elsewhere: controls belong beside the match's panels, but to the board's
 * state. Without a place of that id it stays where it is.
 */
export function portal(node: HTMLElement, id: string): { destroy: () => void } {
  document.getElementById(id)?.append(node);
  return { destroy: () => node.remove() };
}
