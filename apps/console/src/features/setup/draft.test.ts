import { expect, test } from 'vitest';
import { nameProblem } from './draft.ts';

test.each([
  ['Tokyo-1', null],
  ['a_B-9', null],
  ['x'.repeat(18), null],
  ['x'.repeat(19), 'botNameTooLong'],
  ['', 'botNameRequired'],
  ['東京', 'botNameInvalid'],
  ['my bot', 'botNameInvalid'],
])('a bot called %j: %s', (name, problem) => {
  expect(nameProblem(name)).toBe(problem);
});
