import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect } from 'vitest';
import { shell } from '../words/en/shell.ts';
import { unsaved } from '../words/en/unsaved.ts';

/** Leaves the page: it asks first, and what was entered stays in its field until that is agreed to. */
export async function expectAsked(user: UserEvent, field: HTMLElement): Promise<void> {
  const { pathname } = location;
  const value = () => (field as HTMLInputElement).value;
  const entered = value();
  const leave = async (answer: string) => {
    await user.click(await screen.findByRole('link', { name: shell.overview }));
    await screen.findByRole('dialog', { name: unsaved.discardTitle });
    await user.click(screen.getByRole('button', { name: answer }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  };
  await leave(unsaved.stay);
  expect(location.pathname).toBe(pathname);
  expect(value()).toBe(entered);
  await leave(unsaved.discard);
  await waitFor(() => expect(location.pathname).toBe('/admin/'));
}
