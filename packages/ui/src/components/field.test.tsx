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

test('the label makes way for what a program enters, and comes back when it is taken out', () => {
  const { rerender } = render(<Field label="Width" />);
  const input = screen.getByLabelText<HTMLInputElement>('Width');
  const isOutOfTheWay = () => screen.getByText('Width', { selector: 'label' }).getAttribute('data-shrink');
  expect(isOutOfTheWay()).toBe('false');
  input.value = '0.45';
  rerender(<Field label="Width" />);
  expect(isOutOfTheWay()).toBe('true');
  input.value = '';
  rerender(<Field label="Width" />);
  expect(isOutOfTheWay()).toBe('false');
});
