import { botWords } from '@tenbin/bot-views/words/en';
import { sessionTimeout } from '@tenbin/messages/refusals/en';
import { ui } from '@tenbin/ui/words/en';
import { expect } from 'vitest';
import type { createConsoleRouter } from '../app/router.tsx';
import { banners } from '../words/en/banners.ts';
import { failures } from '../words/en/failures.ts';
import { specifiedBanners, specifiedScreens, specifiedToasts } from './specified-views.ts';

const words: Readonly<Record<string, string>> = {
  ...banners,
  ...failures,
  sessionTimeout: sessionTimeout.text,
  processingFailed: ui.processingFailed,
  askFailed: botWords.rebalance.askFailed,
};

const testFile = (): string => expect.getState().testPath ?? '';
const isOwn = ([, , test]: readonly [string, string, string]) => testFile().endsWith(`/${test}`);
const withoutSlash = (path: string): string => (path === '/' ? path : path.replace(/\/$/, ''));
const addressesToShow = () => specifiedScreens.filter(isOwn).map(([, address]) => withoutSlash(address));
const namesToShow = () => [...specifiedBanners, ...specifiedToasts].filter(isOwn).map(([, name]) => name);

/** By test file: the addresses of the screens that it rendered, and the names of the banners and messages. */
const shown = new Map<string, Set<string>>();

function note(view: string): void {
  const file = testFile();
  shown.set(file, (shown.get(file) ?? new Set()).add(view));
}

/** `{{name}}` stands for whatever the page puts there; what a message is followed by is the server's reason. */
const patternOf = (text: string): RegExp => {
  const literal = text.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll(/\{\{\w+\}\}/g, '.+');
  return new RegExp(`^${literal}( – .+)?$`);
};

/** Keeps what of the specified is rendered, for {@link expectSpecifiedViews}. */
export function watchShown(router: ReturnType<typeof createConsoleRouter>): void {
  router.subscribe('onRendered', () => {
    const path = router.state.matches.at(-1)?.fullPath;
    if (path !== undefined) note(withoutSlash(path));
  });
  const awaited = namesToShow().map((name) => [name, patternOf(words[name] ?? '')] as const);
  if (awaited.length === 0) return;
  new MutationObserver(() => {
    const said = [...document.querySelectorAll('[role=status], [role=alert]')].flatMap((part) => [part, ...part.querySelectorAll('*')]);
    const texts = new Set(said.map(({ textContent }) => textContent?.trim() ?? ''));
    for (const [name, pattern] of awaited) if ([...texts].some((text) => pattern.test(text))) note(name);
  }).observe(document.body, { childList: true, subtree: true, characterData: true });
}

/** The last test of each file that the specified views name: it has rendered what it stands for. */
export function expectSpecifiedViews(): void {
  const own = [...addressesToShow(), ...namesToShow()];
  expect(own, 'this file stands for specified views').not.toEqual([]);
  expect(own.filter((view) => !shown.get(testFile())?.has(view))).toEqual([]);
}
