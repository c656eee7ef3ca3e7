import type { Page } from '@playwright/test';
import type { Speech } from './say.ts';

/** What the parts of a bot's page say at one moment. */
interface Shown {
  /** Beside the bot's name. */
  readonly state: string;
  /** The line of its orders, without how old it is. */
  readonly orders: string;
  /** Rows of the table of orders, where it is open. */
  readonly rows: number;
  /** Those of them that agree. */
  readonly matched: number;
  readonly hasReceipt: boolean;
  /** It says that it hears nothing of its server. */
  readonly isLost: boolean;
  /** The message at the bottom. */
  readonly toast: string;
}

declare global {
  var agreement: { readonly seen: Map<string, Shown>; end(): void } | undefined;
}

type Texts = Pick<Speech<'console'>, 'say' | 'like'>;

const states = ['starting', 'running', 'stopping', 'stopped'] as const;

/** In the words of a language. */
const stateIn = (shown: Shown, { say }: Texts) => states.find((state) => say.bots(state) === shown.state);

/** Whether what is told can be true at once. A state that is none of these cannot. */
function agrees(shown: Shown, texts: Texts): boolean {
  const { orders, rows, matched, hasReceipt, isLost, toast } = shown;
  const { say, like } = texts;
  const saysStart = like.bots('startAsked').test(toast);
  const saysStop = like.bots('stopAsked').test(toast);
  // Nothing is told as taken while nobody is heard.
  if (isLost && (saysStart || saysStop)) return false;
  const isChecking = orders === say.bot('checking');
  switch (stateIn(shown, texts)) {
    case 'starting':
      return orders === say.bot('placing') && matched === 0 && !hasReceipt && !saysStop;
    case 'running': {
      const saysSo = like.bot('matchedOf').test(orders) && (rows === 0 || like.bot('matchedOf', { matched }).test(orders));
      return (saysSo || (isChecking && (rows === 0 || matched === 0))) && !hasReceipt && !saysStop;
    }
    case 'stopping': {
      const isCancelling = like.bot('cancelling').test(orders) || orders === say.bot('confirmingNone');
      return (isCancelling || isChecking) && matched === 0 && !hasReceipt && !saysStart;
    }
    case 'stopped':
      return orders === say.bot('noOrders') && rows === 0 && hasReceipt && !saysStart;
    default:
      return false;
  }
}

/** Notes what the page of a bot says, in these texts, after every change of it and every 50 ms. */
export async function watchAgreement(page: Page, { say, like }: Texts): Promise<void> {
  const lost = `${like.ui('offlineBar').source}|${say.ui('offlineBarNoAge')}`;
  const given = { title: say.bot('orders'), match: say.bot('matched'), receipt: say.bot('receipt'), lost };
  await page.evaluate(({ title, match, receipt, lost }) => {
    const seen = new Map<string, Shown>();
    const textOf = (element: Element | null | undefined) => element?.textContent ?? '';
    const look = () => {
      const name = document.querySelector('main h1');
      const panel = [...document.querySelectorAll('main section')].find((one) => textOf(one.querySelector('h2')) === title);
      const rows = [...(panel?.querySelectorAll('tbody tr') ?? [])];
      const shown = {
        state: textOf(name?.parentElement).replace(textOf(name), ''),
        orders: textOf(panel?.querySelector('h2 + span')).replace(/ · .*/, ''),
        rows: rows.length,
        matched: rows.filter((row) => textOf(row).includes(match)).length,
        hasReceipt: textOf(document.querySelector('main')).includes(receipt),
        isLost: new RegExp(lost).test(document.body.innerText),
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
    globalThis.agreement = { seen, end };
  }, given);
}

/**
 * Ends the watching.
 *
 * @returns each different moment once, in order, the states that were told, and the moments that cannot be true
 * @throws where the page was loaded anew meanwhile
 */
export async function endWatch(page: Page, texts: Texts) {
  const seen = await page.evaluate(() => {
    if (!globalThis.agreement) throw new Error('nothing is watched on this page');
    globalThis.agreement.end();
    return [...globalThis.agreement.seen.values()];
  });
  const told = seen.map((shown) => stateIn(shown, texts));
  return { seen, states: told, contradictions: seen.filter((shown) => !agrees(shown, texts)) };
}
