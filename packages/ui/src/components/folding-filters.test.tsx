import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { Field } from './field.tsx';
import { FoldingFilters } from './folding-filters.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const filters = (
  <FoldingFilters label="Bots" name="Filters" count={2} first={<Field label="Name" />}>
    <Field label="State" />
  </FoldingFilters>
);

test('on a wide screen all filters are there, and no button', () => {
  render(filters);
  expect(screen.getByLabelText('State')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

test('on a phone a button says how many are set, and opens them', async () => {
  const wide = window.matchMedia;
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => ({ ...wide(query), matches: query.includes('max-width') }));
  const user = userEvent.setup();
  render(filters);
  expect(screen.getByLabelText('Name')).toBeTruthy();
  expect(screen.queryByLabelText('State')).toBeNull();
  const button = screen.getByRole('button', { name: 'Filters (2)' });
  await user.click(button);
  expect(screen.getByLabelText('State')).toBeTruthy();
  expect(button.getAttribute('aria-expanded')).toBe('true');
});
