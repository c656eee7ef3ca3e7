import { configure } from '@testing-library/dom';

/** What jsdom lacks of a browser, and patience: a page's scripts are fetched when it is first opened. */

const patienceMs = 120_000;
configure({ asyncUtilTimeout: patienceMs, getElementError: (message) => new Error(message ?? undefined) });

const never = (): void => undefined;

/** What a page does by itself after so long, like reading its figures again, would come in a test of a slow machine alone. */
const maxWaitMs = 15_000;
const comes = (ms: number): boolean => ms < maxWaitMs || ms === patienceMs;
for (const name of ['setTimeout', 'setInterval'] as const) {
  const real = globalThis[name] as (run: () => void, ms?: number, ...given: readonly unknown[]) => unknown;
  const timer = (run: () => void, ms = 0, ...given: readonly unknown[]) => real(comes(ms) ? run : never, ms, ...given);
  Object.assign(globalThis, { [name]: timer });
}

Object.defineProperty(window, 'matchMedia', {
  value: (query: string) => ({
    matches: /min-width/.test(query),
    media: query,
    addEventListener: never,
    removeEventListener: never,
    addListener: never,
    removeListener: never,
  }),
});
window.scrollTo = never;
Element.prototype.scrollIntoView = never;
globalThis.ResizeObserver ??= class {
  observe = never;
  unobserve = never;
  disconnect = never;
};
