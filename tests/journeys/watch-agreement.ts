import type { Page } from '@playwright/test';
import type { Product } from '../product.ts';

/** Notes, at every change of a bot's page and every 50 ms, where its parts say what cannot be true at once. */
const watch = `
  globalThis.contradictions = new Set();
  globalThis.seen = new Set();
  const look = () => {
    const main = document.querySelector('main');
    const header = [...main.querySelectorAll('span')].map((one) => one.textContent).find((one) => /^(Running|Stopping|Stopped)$/.test(one));
    const panel = [...main.querySelectorAll('section')].find((one) => one.querySelector('h2')?.textContent === 'Orders');
    const orders = panel?.querySelector('h2 + span')?.textContent ?? '';
    const matched = [...(panel?.querySelectorAll('tbody tr') ?? [])].some((row) => row.textContent.includes('Matched'));
    const receipt = main.textContent.includes('Stop receipt');
    const told = [header, orders.replace(/\\d+ (s|min) ago/, 'ago'), matched, receipt].join(' | ');
    seen.add(told);
    const holds =
      header === 'Running' ? /matched|being checked/.test(orders) && !receipt
      : header === 'Stopping' ? !matched && !receipt && !/matched|There are no/.test(orders)
      : header === 'Stopped' ? !matched && receipt && orders === 'There are no orders.'
      : true;
    if (!holds) contradictions.add(told);
  };
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true });
  setInterval(look, 50);
`;

export const watchAgreement = (page: Page): Promise<void> => page.evaluate(watch);
/** What the parts said, each once. */
export const seenOn = (page: Page): Promise<string[]> => page.evaluate('[...seen]');
export const contradictionsOn = (page: Page): Promise<string[]> => page.evaluate('[...contradictions]');

/** Makes a stop last: cancels are answered late, and lists show what was open seconds before. */
export async function makeCancelsSlow({ banner }: Product): Promise<void> {
  const venue = /Virtual exchange +(\S+)/.exec(banner)?.[1];
  const faults = [
    { type: 'delayAfter', ms: 400, where: { call: 'cancel' } },
    { type: 'lagLists', ms: 2000, lists: ['openOrders'] },
  ];
  for (const fault of faults) {
    const headers = { 'content-type': 'application/json' };
    const { ok, status } = await fetch(`${venue}/trial/faults`, { method: 'POST', headers, body: JSON.stringify(fault) });
    if (!ok) throw new Error(`the fault was answered with ${status}`);
  }
}
