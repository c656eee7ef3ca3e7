import { type Browser, type CDPSession, errors, type Page } from '@playwright/test';
import type { FrontEnd } from './sign-in.ts';
import { freshPage, type SignedIn, slowNetwork, slowProcessor } from './slow-phone.ts';

export interface FirstVisit {
  readonly page: string;
  readonly requests: number;
  readonly kB: number;
  readonly firstContentMs: number;
  readonly headingMs: number;
  /** False: something was still on its way when the counting ended, so that requests and kilobytes may be too few. */
  readonly isQuiet: boolean;
}

const quietMs = 700;
const maxLoadMs = 20_000;

/** What a page asked for. Its stream of events stays open, so it is counted as asked for and not waited for. */
function countRequests(
  page: Page,
  session: CDPSession,
): {
  readonly sum: { requests: number; bytes: number };
  untilQuiet(): Promise<boolean>;
} {
  const sum = { requests: 0, bytes: 0 };
  const underWay = new Map<string, string>();
  let last = performance.now();
  const ended = ({ requestId }: { readonly requestId: string }): void => {
    if (underWay.delete(requestId)) last = performance.now();
  };
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    sum.requests += 1;
    if (!new URL(request.url).pathname.endsWith('/events')) underWay.set(requestId, request.url);
    last = performance.now();
  });
  session.on('Network.loadingFinished', (event) => {
    sum.bytes += event.encodedDataLength;
    ended(event);
  });
  session.on('Network.loadingFailed', ended);
  // That the script of a worker has come is told to the worker's own session.
  page.on('worker', (worker) => {
    for (const [requestId, url] of underWay) if (url === worker.url()) ended({ requestId });
  });
  return {
    sum,
    async untilQuiet() {
      const end = performance.now() + maxLoadMs;
      while (performance.now() < end) {
        if (underWay.size === 0 && performance.now() - last > quietMs) return true;
        await page.waitForTimeout(100);
      }
      return false;
    },
  };
}

async function visit(browser: Browser, signedIn: SignedIn, name: string, address: string): Promise<FirstVisit> {
  const page = await freshPage(browser, signedIn);
  try {
    const session = await page.context().newCDPSession(page);
    await slowNetwork(session);
    await slowProcessor(session);
    const { sum, untilQuiet } = countRequests(page, session);
    const from = performance.now();
    await page.goto(address, { waitUntil: 'commit' });
    const headingMs = await page
      .locator('h1')
      .first()
      .waitFor()
      .then(
        () => performance.now() - from,
        (error: unknown) => {
          if (error instanceof errors.TimeoutError) return Number.NaN;
          throw error;
        },
      );
    const isQuiet = await untilQuiet();
    const firstContentMs = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN);
    const [kB, content, heading] = [sum.bytes / 1024, firstContentMs, headingMs].map(Math.round) as [number, number, number];
    return { page: name, requests: sum.requests, kB, firstContentMs: content, headingMs: heading, isQuiet };
  } finally {
    await page.context().close();
  }
}

/** The log-in as a stranger, then every page behind it, each by a browser that knows nothing of the product. */
export async function visitAll(browser: Browser, { name, base, signedIn, paths }: FrontEnd): Promise<FirstVisit[]> {
  const seen = [await visit(browser, null, `${name} /login`, `${base}/login?lng=en`)];
  for (const path of paths) seen.push(await visit(browser, signedIn, `${name} ${path}`, base + path));
  return seen;
}
