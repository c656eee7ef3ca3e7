import type { Page } from '@playwright/test';
import { type Language, speak } from './say.ts';

type State = 'starting' | 'running' | 'stopping' | 'stopped';
const states: readonly State[] = ['starting', 'running', 'stopping', 'stopped'];

/** What the line of one bot says at one moment, on the dashboard or in the list, and the message at the bottom. */
interface Shown {
  readonly state: string;
  /** '6 / 6' while it runs, else how many are open. */
  readonly orders: string;
  /** It says since when it runs. */
  readonly hasSince: boolean;
  /** What its button would do; nothing where it has none, or none that can be pressed. */
  readonly offers: 'start' | 'stop' | '';
  readonly toast: string;
}

declare global {
  var linesOfBot: { readonly seen: Map<string, Shown>; end(): void } | undefined;
}

/** Notes what a page says of a bot, after every change of it and every 50 ms. */
export async function watchBot(page: Page, name: string, language: Language): Promise<void> {
  const { say } = speak('console', language);
  const given = {
    name,
    start: say.bots('startNamed', { name }),
    stop: say.bots('stopNamed', { name }),
    since: say.bots('runningSince', { at: '' }).trim(),
  };
  await page.evaluate(({ name, start, stop, since }) => {
    const seen = new Map<string, Shown>();
    const textOf = (element: Element | null | undefined) => element?.textContent ?? '';
    const look = () => {
      const link = [...document.querySelectorAll('main li a')].find((one) => textOf(one) === name);
      const line = link?.closest('li');
      if (!link || !line) return;
      const figures = [...line.querySelectorAll('dl dd')];
      const button = (label: string) => line.querySelector(`button[aria-label="${label}"]:not([disabled])`);
      const state = link.nextElementSibling;
      const isList = figures.length > 0;
      const shown: Shown = {
        state: textOf(state),
        orders: /\d+(?: \/ \d+)?$/.exec(textOf(isList ? figures.at(-1) : link.parentElement?.lastElementChild))?.[0] ?? '',
        hasSince: isList ? textOf(line).includes(since) : textOf(state?.nextElementSibling) !== '',
        offers: button(start) ? 'start' : button(stop) ? 'stop' : '',
        toast: textOf(document.querySelector('[role=status] .MuiAlert-filled .MuiAlert-message')),
      };
      seen.set(JSON.stringify(shown), shown);
    };
    const observer = new MutationObserver(look);
    observer.observe(document.body, { childList: true, subtree: true, characterData: true });
    const timer = setInterval(look, 50);
    look();
    const end = () => {
      observer.disconnect();
      clearInterval(timer);
    };
    globalThis.linesOfBot = { seen, end };
  }, given);
}

/**
 * Ends the watching.
 *
 * @returns the states that were told, in their order, and each moment that cannot be true
 */
export async function endWatchOfBot(
  page: Page,
  name: string,
  language: Language,
): Promise<{ readonly states: readonly State[]; readonly contradictions: readonly Shown[] }> {
  const seen = await page.evaluate(() => {
    if (!globalThis.linesOfBot) throw new Error('nothing is watched on this page');
    globalThis.linesOfBot.end();
    return [...globalThis.linesOfBot.seen.values()];
  });
  const { say } = speak('console', language);
  const saysStart = say.bots('startAsked', { name });
  const saysStop = say.bots('stopAsked', { name });
  const stateOf = (shown: Shown) => states.find((state) => say.bots(state) === shown.state);
  const canBe = (shown: Shown): boolean => {
    const { orders, hasSince, offers, toast } = shown;
    switch (stateOf(shown)) {
      case 'starting':
        return /^\d+$/.test(orders) && !hasSince && offers !== 'start' && toast !== saysStop;
      case 'running':
        return /^\d+ \/ \d+$/.test(orders) && hasSince && offers !== 'start' && toast !== saysStop;
      case 'stopping':
        return /^\d+$/.test(orders) && !hasSince && offers !== 'stop' && toast !== saysStart;
      case 'stopped':
        return orders === '0' && !hasSince && offers !== 'stop' && toast !== saysStart;
      default:
        return false;
    }
  };
  return { states: [...new Set(seen.flatMap((shown) => stateOf(shown) ?? []))], contradictions: seen.filter((shown) => !canBe(shown)) };
}
