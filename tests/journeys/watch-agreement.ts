import type { Page } from '@playwright/test';

/** What the parts of a bot's page say at one moment. */
interface Told {
  /** Beside the bot's name. */
  readonly state: string;
  /** The line of its orders, without how old it is. */
  readonly orders: string;
  /** Rows of the table of orders, where it is open. */
  readonly rows: number;
  /** Those of them that agree. */
  readonly matched: number;
  readonly hasReceipt: boolean;
  /** The message at the bottom. */
  readonly toast: string;
}

declare global {
  var agreement: { readonly seen: Map<string, Told>; end(): void } | undefined;
}

/** Whether what is told can be true at once. A state that is none of these cannot. */
const agree: Readonly<Record<string, (told: Told) => boolean>> = {
  Starting: ({ orders, matched, hasReceipt, toast }) =>
    orders === 'Orders are being placed' && matched === 0 && !hasReceipt && !saysStop(toast),
  Running: ({ orders, rows, matched, hasReceipt, toast }) => {
    const count = /^(\d+) of \d+ matched/.exec(orders)?.[1];
    const tableAgrees = rows === 0 || matched === Number(count ?? 0);
    return (count !== undefined || orders === 'The orders are being checked') && tableAgrees && !hasReceipt && !saysStop(toast);
  },
  Stopping: ({ orders, matched, hasReceipt, toast }) =>
    /^(Orders being cancelled: \d+|The orders are being checked|No order is open\. .*)$/.test(orders) &&
    matched === 0 &&
    !hasReceipt &&
    !saysStart(toast),
  Stopped: ({ orders, rows, hasReceipt, toast }) => orders === 'There are no orders.' && rows === 0 && hasReceipt && !saysStart(toast),
};
const saysStop = (toast: string): boolean => /^Stop of .* requested$/.test(toast);
const saysStart = (toast: string): boolean => /^Start of .* requested$/.test(toast);

/** Notes what the page of a bot says, in English, after every change of it and every 50 ms. */
export async function watchAgreement(page: Page): Promise<void> {
  await page.evaluate(() => {
    const seen = new Map<string, Told>();
    const textOf = (element: Element | null | undefined) => element?.textContent ?? '';
    const look = () => {
      const name = document.querySelector('main h1');
      const panel = [...document.querySelectorAll('main section')].find((one) => textOf(one.querySelector('h2')) === 'Orders');
      const rows = [...(panel?.querySelectorAll('tbody tr') ?? [])];
      const told = {
        state: textOf(name?.parentElement).replace(textOf(name), ''),
        orders: textOf(panel?.querySelector('h2 + span')).replace(/ · .*/, ''),
        rows: rows.length,
        matched: rows.filter((row) => textOf(row).includes('Matched')).length,
        hasReceipt: textOf(document.querySelector('main')).includes('Stop receipt'),
        toast: textOf(document.querySelector('[role=status] .MuiAlert-filled .MuiAlert-message')),
      };
      seen.set(JSON.stringify(told), told);
    };
    const observer = new MutationObserver(look);
    observer.observe(document.body, { childList: true, subtree: true, characterData: true });
    const timer = setInterval(look, 50);
    look();
    const end = () => {
      observer.disconnect();
      clearInterval(timer);
    };
    globalThis.agreement = { seen, end };
  });
}

/**
 * Ends the watching.
 *
 * @returns each different moment once, in order, and those of them that cannot be true
 * @throws where the page was loaded anew meanwhile
 */
export async function endWatch(page: Page): Promise<{ readonly seen: readonly Told[]; readonly contradictions: readonly Told[] }> {
  const seen = await page.evaluate(() => {
    if (!globalThis.agreement) throw new Error('nothing is watched on this page');
    globalThis.agreement.end();
    return [...globalThis.agreement.seen.values()];
  });
  return { seen, contradictions: seen.filter((told) => agree[told.state]?.(told) !== true) };
}
