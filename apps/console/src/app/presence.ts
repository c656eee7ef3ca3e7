const idleAfterMs = 5 * 60_000;
let lastTouch = Date.now();

const note = (): void => {
  lastTouch = Date.now();
};
for (const event of ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const)
  addEventListener(event, note, { capture: true, passive: true });

/** Whether nobody has touched this page for five minutes. A page that only refreshes itself does not count as use. */
export const isIdle = (): boolean => Date.now() - lastTouch >= idleAfterMs;
