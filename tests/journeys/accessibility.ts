import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';

/** Nothing that an automatic check of accessibility finds, on the page as it stands once what fades has faded. */
export async function expectAccessible(page: Page, name: string): Promise<void> {
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState, effect }) => playState !== 'running' || effect?.getComputedTiming().endTime === Infinity),
  );
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  const violations = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: typeof import('axe-core') };
    const found = await axe.run({ resultTypes: ['violations'] });
    return found.violations.map(({ id, nodes }) => `${id} ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
  });
  expect.soft(violations.map((violation) => `${name}: ${violation}`)).toEqual([]);
}
