import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test';

const network = { offline: false, latency: 300, downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8 };
const slowDown = 4;
const phone = { viewport: { width: 360, height: 740 }, locale: 'en-US', serviceWorkers: 'block' } as const;
const desk = { ...phone, viewport: { width: 1280, height: 900 } } as const;
const maxMs = 20_000;

/** What a browser keeps of whoever is signed in; null: nobody. */
export type SignedIn = Awaited<ReturnType<BrowserContext['storageState']>> | null;

/** A page in a browser that has never been here. */
export async function freshPage(browser: Browser, signedIn: SignedIn, width: 'phone' | 'desk' = 'phone'): Promise<Page> {
  const context = await browser.newContext({ ...(width === 'phone' ? phone : desk), ...(signedIn && { storageState: signedIn }) });
  context.setDefaultTimeout(maxMs);
  return context.newPage();
}

/** 1.6 Mbit/s, 300 ms there and back. */
export async function slowNetwork(session: CDPSession): Promise<void> {
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', network);
}

export async function slowProcessor(session: CDPSession): Promise<void> {
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowDown });
}
