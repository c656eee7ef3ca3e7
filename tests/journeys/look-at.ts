import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import type { Language } from './say.ts';

/** What is to be seen, and how one comes there from a page that is loaded. */
export interface View {
  readonly path: string;
  readonly name?: string;
  readonly open?: (page: Page) => Promise<unknown>;
}

/** The part of the router that leads through a front end without loading it anew for each page. */
interface Router {
  readonly routesByPath: Readonly<Record<string, object>>;
  readonly basepath: string;
  readonly history: { push(path: string): void };
  readonly state: { readonly status: string; readonly location: Location; readonly resolvedLocation?: Location };
  readonly options: { readonly context: { readonly app: { readonly words: { readonly i18n: Words } } } };
}
interface Location {
  readonly href: string;
}
interface Words {
  readonly resolvedLanguage: string;
  changeLanguage(language: string): Promise<unknown>;
}
declare global {
  var __TSR_ROUTER__: Router | undefined;
}

/**
 * Each page in both languages on every width, and at two of these five looks, one wide and dark, one narrow and light, with
 * all that an automatic check of accessibility finds: what it finds hangs on language, theme and width each alone.
 */
const looks = {
  ja: { theme: 'dark', widths: [1440, 900, 360], checked: 1440 },
  en: { theme: 'light', widths: [1440, 360], checked: 360 },
} as const;
const height = 900;
export const wide = { width: looks.ja.checked, height };

/** Of every page that the front end has, as its own router names them: `/bots/$botId`. */
export async function pagesOf(page: Page): Promise<readonly string[]> {
  const paths = await page.evaluate(() => Object.keys(globalThis.__TSR_ROUTER__?.routesByPath ?? {}));
  expect(paths, 'the router names its pages').toContain('/login');
  return paths;
}

/** Those of them that no path leads to. */
export const withoutView = (pages: readonly string[], paths: readonly string[]): readonly string[] =>
  pages.filter((name) => {
    const pattern = new RegExp(`^${name.replace(/\/$/, '').replace(/\$\w+/g, '[^/?#]+').replace('$', '.+')}/?([?#].*)?$`);
    return !paths.some((path) => pattern.test(path));
  });

/** Waits until the page is there, with its figures. */
export async function untilFilled(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expect(page.locator('.MuiSkeleton-root')).toHaveCount(0);
}

/** Loads a page of a front end; where one of it is loaded already, by its router. */
export async function goTo(page: Page, base: string, path: string): Promise<void> {
  const isThere = await page.evaluate((root) => globalThis.__TSR_ROUTER__ !== undefined && location.href.startsWith(root), base);
  if (!isThere) await page.goto(`${base}${path}`);
  else {
    await page.evaluate(
      (to) => globalThis.__TSR_ROUTER__?.history.push(to),
      new URL(`${base}${path}`).href.slice(new URL(base).origin.length),
    );
    await page.waitForFunction(() => {
      const { status, location: wanted, resolvedLocation } = globalThis.__TSR_ROUTER__?.state ?? {};
      return status === 'idle' && wanted?.href === resolvedLocation?.href;
    });
  }
  await untilFilled(page);
}

/** @returns by how many pixels the page is wider than the screen, once what depends on the width is drawn */
const tooWide = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
    return document.documentElement.scrollWidth - innerWidth;
  });

async function speakIn(page: Page, language: Language): Promise<void> {
  await page.evaluate(async (wanted) => {
    const i18n = globalThis.__TSR_ROUTER__?.options.context.app.words.i18n;
    if (i18n?.resolvedLanguage !== wanted) await i18n?.changeLanguage(wanted);
    await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
  }, language);
  await expect(page.locator('html')).toHaveAttribute('lang', language);
  await expect(page.locator('.MuiSkeleton-root')).toHaveCount(0);
}

/** Whatever is seen now, everybody can use: in both languages, light and dark; and nothing is wider than the screen on any width. */
export async function lookAt(page: Page, name: string): Promise<void> {
  for (const language of ['ja', 'en'] as const) {
    const { theme, widths, checked } = looks[language];
    await speakIn(page, language);
    await page.emulateMedia({ colorScheme: theme });
    for (const width of widths) {
      await page.setViewportSize({ width, height });
      const look = `${name}, ${language}, ${width} px, ${theme}`;
      if (width === checked) await expectAccessible(page, look);
      expect.soft(await tooWide(page), `${look}: pixels too wide`).toBe(0);
    }
  }
  await page.setViewportSize(wide);
}

/** Looks at views one after the other. What one has opened is gone before the next. */
export async function lookAtAll(page: Page, base: string, views: readonly View[]): Promise<void> {
  let isOpened = true;
  for (const { path, name = path, open } of views) {
    if (isOpened) await page.goto(`${base}${path}`);
    await goTo(page, base, path);
    await open?.(page);
    await lookAt(page, name);
    isOpened = open !== undefined;
  }
}

const opened = (page: Page) => page.locator('[role=dialog], [role=alertdialog], [role=menu]').filter({ visible: true });

/** What acts, but for what only unfolds, is chosen or sends a form. Of rows that are alike the first. */
const actors = (page: Page) =>
  page
    .getByRole('main')
    .locator('button[type=button]:enabled:not([role], [aria-pressed], [aria-expanded]:not([aria-haspopup]))')
    .and(page.locator(':not(tbody tr + tr *, li + li *)'))
    .filter({ visible: true });

/** Whether pressing it has opened anything; an entry closes its menu first. */
async function opens(page: Page, button: Locator): Promise<boolean> {
  const isEntry = (await page.getByRole('menu').count()) > 0;
  const promises = await button.getAttribute('aria-haspopup');
  await button.click();
  if (isEntry) await expect(page.getByRole('menu')).toHaveCount(0);
  if (promises) await expect(opened(page)).not.toHaveCount(0);
  await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))));
  return (await opened(page).count()) > 0;
}

/**
 * Looks at a page, and at every menu and dialog that its buttons open, found by pressing each, so that a new one is among
 * them without anybody remembering. Nothing is confirmed, and it is left as it was found.
 *
 * @returns what was opened, by the words on its button
 */
export async function lookAtWithWhatOpens(page: Page, base: string, path: string): Promise<readonly string[]> {
  const found: string[] = [];
  /** Whether pressing it has opened anything, which is then looked at. What opens nothing may have changed the page. */
  const look = async (button: Locator, name: string): Promise<boolean> => {
    if (!(await opens(page, button))) {
      await page.goto(`${base}${path}`);
      await untilFilled(page);
      return false;
    }
    found.push(name);
    await lookAt(page, name);
    await page.keyboard.press('Escape');
    await expect(opened(page)).toHaveCount(0);
    return true;
  };
  await goTo(page, base, path);
  await lookAt(page, path);
  // Counted anew: what acts may go while its neighbours are looked at.
  for (let nth = 0; nth < (await actors(page).count()); nth += 1) {
    const button = actors(page).nth(nth);
    const name = `${path}: ${await button.innerText()}`;
    const isMenu = (await button.getAttribute('aria-haspopup')) === 'menu';
    if (!(await look(button, name)) || !isMenu) continue;
    await button.click();
    await expect(page.getByRole('menuitem')).not.toHaveCount(0);
    const entries = await page.getByRole('menuitem').count();
    await page.keyboard.press('Escape');
    for (let entry = 0; entry < entries; entry += 1) {
      await expect(opened(page)).toHaveCount(0);
      await button.click();
      const item = page.getByRole('menuitem').nth(entry);
      await look(item, `${name}: ${await item.innerText()}`);
    }
  }
  return found;
}
