const idleAfterMs = 5 * 60_000;

/** @returns whether nobody has touched this page for five minutes: one that only refreshes itself does not count as use */
export function watchPresence(): () => boolean {
  let touchedAt = Date.now();
  const touch = (): void => {
    touchedAt = Date.now();
  };
  for (const event of ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const)
    addEventListener(event, touch, { capture: true, passive: true });
  return () => Date.now() - touchedAt >= idleAfterMs;
}
