import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Field } from './field.tsx';

afterEach(cleanup);

const describing = () =>
  (screen.getByLabelText('Width').getAttribute('aria-describedby') ?? '')
    .split(' ')
    .filter(Boolean)
    .map((id) => document.getElementById(id)?.textContent);

test('what helps stays there beside what is wrong, and both are told with the field', () => {
  const { rerender } = render(<Field label="Width" help="In percent" problem={undefined} />);
  expect(describing()).toEqual(['In percent']);
  rerender(<Field label="Width" help="In percent" problem="Too small" />);
  expect(describing()).toEqual(['Too small', 'In percent']);
  expect(screen.getByRole('alert').textContent).toBe('Too small');
});

test('a field without both has nothing said about it', () => {
  render(<Field label="Width" />);
  expect(describing()).toEqual([]);
});
