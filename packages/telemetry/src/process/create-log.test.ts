import { expect, test } from 'vitest';
import { errorForLog } from './create-log.ts';

test('an error is logged with its code, stack and causes, and without what a library puts on it', () => {
  const refused = Object.assign(new TypeError('refused'), { code: '23505', detail: 'Key (email)=(a@example.com) exists' });
  const logged = errorForLog(new Error('not stored', { cause: refused }));
  expect(logged).toEqual({
    name: 'Error',
    message: 'not stored',
    stack: expect.stringContaining('create-log.test.ts'),
    cause: { name: 'TypeError', message: 'refused', code: '23505', stack: expect.stringContaining('create-log.test.ts') },
  });
});

test('an error that is its own cause ends', () => {
  const error = new Error('again');
  error.cause = error;
  expect(JSON.stringify(errorForLog(error))).toContain('again');
});

test.each([
  ['a text', 'gone', 'gone'],
  ['an object with a message', { message: 'gone' }, 'gone'],
  ['nothing', undefined, 'undefined'],
])('%s that was thrown is logged as well', (_, thrown, message) => {
  expect(errorForLog(thrown)).toEqual({ message });
});
