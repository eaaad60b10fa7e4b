/** Tells once when something comes into sight, for what is loaded no sooner. */
export function seen(node: Element, tell: () => void): { destroy(): void } {
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some((it) => it.isIntersecting)) return;
    observer.disconnect();
    tell();
  });
  observer.observe(node);
  return { destroy: () => observer.disconnect() };
}
