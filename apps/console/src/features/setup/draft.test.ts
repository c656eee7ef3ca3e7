import { expect, test } from 'vitest';
import { emptyDraft, furthestStep, nameProblem, withoutSecrets } from './draft.ts';

test.each([
  ['Tokyo-1', null],
  ['a_B-9', null],
  ['x'.repeat(18), null],
  ['x'.repeat(19), 'botNameTooLong'],
  ['', 'botNameRequired'],
  ['東京', 'invalidBotName'],
  ['my bot', 'invalidBotName'],
])('a bot called %j: %s', (name, problem) => {
  expect(nameProblem(name)).toBe(problem);
});

const chosen = { ...emptyDraft, exchangeId: 'virtual', name: 'Tokyo-1', pairs: ['BTC/USDT', 'ETH/USDT'], width: '0.5' };

const entered = { ...chosen, apiKey: 'K', secret: 'S', passPhrase: 'P', password: 'W' };

test('a stored draft has no secrets, and knows that it had some', () => {
  expect(withoutSecrets({ draft: entered, isKeyLost: false })).toEqual({ draft: chosen, isKeyLost: true });
  expect(withoutSecrets({ draft: chosen, isKeyLost: true }).isKeyLost).toBe(true);
  expect(withoutSecrets({ draft: chosen, isKeyLost: false }).isKeyLost).toBe(false);
});

test.each([
  ['nothing', emptyDraft, false, 0],
  ['a name and a key', { ...entered, pairs: [] }, false, 1],
  ['pairs of two currencies', { ...entered, pairs: ['BTC/USDT'] }, false, 1],
  ['pairs of three currencies', entered, false, 2],
  ['no key, where none is stored', chosen, false, 0],
  ['no key, where one is stored', chosen, true, 2],
])('with %s one comes as far as that', (_, draft, hasStoredKey, step) => {
  expect(furthestStep(draft, hasStoredKey)).toBe(step);
});
