import { expect, test } from 'vitest';
import { unfitField } from './unfit-field.ts';

const nested = (depth: number): unknown => JSON.parse(`${'['.repeat(depth)}1${']'.repeat(depth)}`);

test.each([
  ['texts, lists and records of usual size', { name: 'Tokyo-1', pairs: ['BTC/USDT'], config: { balance: { BTC: '0.1' } } }, null],
  ['nothing', undefined, null],
  ['a text in the place of an object', 'text', null],
  ['500 pairs', { name: 'Hinoki', omitPairs: Array(500).fill('BTC/USDT') }, null],
  ['NUL in a text', { name: 'a\0' }, 'name'],
  ['an escape', { name: 'a\u001b[2J' }, 'name'],
  ['writing turned about', { name: 'Standard\u202e000,1' }, 'name'],
  ['several lines, joined emoji and a mark of direction', { note: 'a\r\n\tb 👩\u200d💻 \u200fא' }, null],
  ['NUL in a name further in', { config: { balance: { 'a\0': '1' } } }, 'config'],
  ['a thousand and one entries', { pairs: Array(1_001).fill('x') }, 'pairs'],
  ['so many in two layers', { pairs: Array.from({ length: 40 }, () => Array(30).fill('x')) }, 'pairs'],
  ['a thousand and one fields', Object.fromEntries(Array.from({ length: 1_001 }, (_, index) => [`f${index}`, ''])), 'f1000'],
  ['ten layers', { name: nested(10) }, 'name'],
  ['ten thousand layers', { name: nested(10_000) }, 'name'],
  ['a long name', { ['n'.repeat(60_000)]: 1 }, 'n'.repeat(100)],
])('%s', (_says, input, field) => {
  expect(unfitField(input)).toBe(field);
});
