import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';

/**
 * Nothing that an automatic check of accessibility finds, on the page as it stands once what fades has faded: nothing
 * fades during the check, also not a figure that changes in the midst of it. Below a dialog or a menu nothing is looked at:
 * it is hidden from everybody then, and was seen before.
 */
export async function expectAccessible(page: Page, name: string): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  const violations = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: typeof import('axe-core') };
    const still = new CSSStyleSheet();
    still.replaceSync('*, ::before, ::after { animation: none !important; transition: none !important }');
    document.adoptedStyleSheets.push(still);
    const above = [...document.querySelectorAll('.MuiModal-root')].findLast((one) => one.checkVisibility());
    const found = await axe.run(above ?? document, { resultTypes: ['violations'] });
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== still);
    return found.violations.map(({ id, nodes }) => `${id} ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
  });
  expect.soft(violations.map((violation) => `${name}: ${violation}`)).toEqual([]);
}
