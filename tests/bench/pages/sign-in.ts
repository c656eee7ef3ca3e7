import type { Browser, Page } from '@playwright/test';
import { createClient, listBots, listBotsOfOrganization, listUsers, signIn, signInAdministrator } from '@tenbin/contract';
import { pagesOf } from '../../journeys/look-at.ts';
import { signInAsOperator } from '../../journeys/operator.ts';
import { takeKey } from '../../journeys/visitor.ts';
import { accountOf, ownerOf, type Product } from '../../product.ts';
import { freshPage, type SignedIn } from './slow-phone.ts';

/** One front end as somebody of the trial has it. */
export interface FrontEnd {
  readonly name: FrontEndName;
  /** Where its pages are, without a slash at the end. */
  readonly base: string;
  readonly signedIn: SignedIn;
  /** Those behind the log-in that need nothing which the trial lacks. */
  readonly paths: readonly string[];
}

export const frontEnds = ['console', 'admin', 'operator'] as const;
export type FrontEndName = (typeof frontEnds)[number];

const beforeLogin = /^\/(login|sign-up|verify|verify-email|forgot-password|reset-sent|reset-password|set-password|legal|view)\b/;
/** Opened by a link that says what they are about. */
const aboutSomething = ['/plan/checkout', '/market', '/virtual-accounts/account', '/virtual-accounts/market-maker'];

/** Signs in without the pages. @returns the ids that addresses are made with */
const entries: Readonly<Record<FrontEndName, (page: Page, product: Product) => Promise<Readonly<Record<string, string>>>>> = {
  async console(page, product) {
    const { email, password } = accountOf(product, 'tenbin');
    const { uniqueKey: key } = await createClient({ baseUrl: product.url, key: () => null }).call(signIn, { body: { email, password } });
    await takeKey(page, { key });
    const [bot] = await createClient({ baseUrl: product.url, key: () => key }).call(listBots, { query: {} });
    return { bots: bot?.id ?? '' };
  },
  async admin(page, product) {
    const { email, password } = ownerOf(product, 'tenbin');
    const body = { email, password };
    const { uniqueKey: key } = await createClient({ baseUrl: product.url, key: () => null }).call(signInAdministrator, { body });
    await takeKey(page, { key }, 'organization');
    const client = createClient({ baseUrl: product.url, key: () => key });
    const [[user], [bot]] = [await client.call(listUsers, { query: {} }), await client.call(listBotsOfOrganization, { query: {} })];
    return { users: user?.id ?? '', bots: bot?.id ?? '' };
  },
  async operator(page, product) {
    await signInAsOperator(page, product);
    return {};
  },
};

const bases: Readonly<Record<FrontEndName, string>> = { console: '', admin: '/admin', operator: '/ango-ya' };

export async function enter(browser: Browser, product: Product, name: FrontEndName): Promise<FrontEnd> {
  const page = await freshPage(browser, null);
  try {
    const base = product.url + bases[name];
    await page.goto(`${base}/login`);
    const names = await pagesOf(page);
    const ids = await entries[name](page, product);
    const paths = names
      .map((path) => path.replace(/^\/([\w-]+)\/\$\w+/, (whole, of: string) => (ids[of] ? `/${of}/${ids[of]}` : whole)))
      .map((path) => (path === '/$' ? '/nowhere' : path))
      .filter((path) => !path.includes('$') && !beforeLogin.test(path) && !aboutSomething.includes(path));
    return { name, base, signedIn: await page.context().storageState(), paths };
  } finally {
    await page.context().close();
  }
}
