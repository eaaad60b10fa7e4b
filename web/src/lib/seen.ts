/** Tells once when something comes into sight, for what is loaded no sooner. A sliver of it does not count. */
export function seen(node: Element, tell: () => void): { destroy(): void } {
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some((it) => it.isIntersecting)) return;
    observer.disconnect();
    tell();
  }, { rootMargin: '-30px 0px' });
  observer.observe(node);
  return { destroy: () => observer.disconnect() };
}
