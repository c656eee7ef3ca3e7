import { expect, test } from 'vitest';
import { emptyDraft, nameProblem, withoutSecrets } from './draft.ts';

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

const chosen = { ...emptyDraft, exchangeId: 'virtual', name: 'Tokyo-1', pairs: ['BTC/USDT', 'ETH/USDT'], width: '0.5' };

test('a stored draft has no secrets, and goes on where a key has to be entered again', () => {
  const entered = { ...chosen, apiKey: 'K', secret: 'S', passPhrase: 'P', password: 'W' };
  expect(withoutSecrets({ draft: entered, step: 2 })).toEqual({ draft: chosen, step: 0 });
});

test('a stored draft that keeps the stored key goes on where it was', () => {
  expect(withoutSecrets({ draft: chosen, step: 2 })).toEqual({ draft: chosen, step: 2 });
});
