import { expect, type Page } from '@playwright/test';

/** The page with this title is there. */
export const title = (page: Page, name: string): Promise<void> => expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();

export const follow = (page: Page, name: string): Promise<void> => page.getByRole('link', { name, exact: true }).click();

export const press = (page: Page, name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();
