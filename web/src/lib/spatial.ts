const STEP: Record<string, [number, number]> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

/**
 * Keyboard access to a board of any shape: one tab stop, arrow keys go to the nearest cell in
 * that direction, Enter and the space bar click. Cells carry `data-cell`.
 */
export function spatial(board: Element): { destroy: () => void } {
  const cells = (): SVGElement[] => Array.from(board.querySelectorAll<SVGElement>('[data-cell]'));

  function hold(cell: SVGElement): void {
    for (const other of cells()) other.setAttribute('tabindex', other === cell ? '0' : '-1');
  }

  function middle(cell: Element): [number, number] {
    const box = cell.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  }

  function next(from: Element, [dx, dy]: [number, number]): SVGElement | null {
    const [x, y] = middle(from);
    let best: SVGElement | null = null;
    let least = Infinity;
    for (const cell of cells()) {
      if (cell === from) continue;
      const [cx, cy] = middle(cell);
      const along = (cx - x) * dx + (cy - y) * dy;
      if (along < 2) continue;
      const aside = Math.abs((cx - x) * dy) + Math.abs((cy - y) * dx);
      const cost = along + 2.5 * aside;
      if (cost < least) [best, least] = [cell, cost];
    }
    return best;
  }

  function key(event: KeyboardEvent): void {
    const cell = (event.target as Element).closest('[data-cell]');
    if (cell === null) return;
    const step = STEP[event.key];
    if (step !== undefined) {
      event.preventDefault();
      const to = next(cell, step);
      if (to !== null) {
        hold(to);
        to.focus();
      }
    } else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      cell.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    }
  }

  function focus(event: FocusEvent): void {
    const cell = (event.target as Element).closest<SVGElement>('[data-cell]');
    if (cell !== null) hold(cell);
  }

  // Whatever is drawn first is the way in.
  function ensure(): void {
    const all = cells();
    if (!all.some((cell) => cell.getAttribute('tabindex') === '0')) all[0]?.setAttribute('tabindex', '0');
  }
  const watch = new MutationObserver(ensure);
  watch.observe(board, { childList: true, subtree: true });
  ensure();
  board.addEventListener('keydown', key as EventListener);
  board.addEventListener('focusin', focus as EventListener);
  return {
    destroy() {
      watch.disconnect();
      board.removeEventListener('keydown', key as EventListener);
      board.removeEventListener('focusin', focus as EventListener);
    },
  };
}
