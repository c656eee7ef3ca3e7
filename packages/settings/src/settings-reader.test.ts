import { expect, test } from 'vitest';
import { SettingsError, SettingsReader, startFailureText } from './index.ts';

function problemsOf(environment: Record<string, string>, read: (reader: SettingsReader) => void): readonly string[] {
  const reader = new SettingsReader(environment);
  read(reader);
  try {
    reader.finish();
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
}

test('what is not set has its usual value, and so has what is empty', () => {
  const reader = new SettingsReader({ HOST: ' ', PORT: '' });
  expect([reader.text('HOST'), reader.port('PORT', 3000), reader.choice('TRIAL', ['0', '1'], '1')]).toEqual([null, 3000, '1']);
  expect(() => reader.finish()).not.toThrow();
});

test('every mistake is named, once', () => {
  const problems = problemsOf({ PORT: '70000', TRIAL: 'yes', SPEED: '-1' }, (reader) => {
    reader.port('PORT', 1);
    reader.port('PORT', 1);
    reader.choice('TRIAL', ['0', '1'], '1');
    reader.parsed('SPEED', { parse: (text) => (Number(text) > 0 ? Number(text) : null), fallback: 1, expected: 'above 0' });
  });
  expect(problems.map((problem) => problem.split(' ')[0])).toEqual(['PORT', 'TRIAL', 'SPEED']);
});

test('a wrong address is not repeated', () => {
  const [problem] = problemsOf({ SMTP_URL: 'ftp://me:hush@host' }, (reader) => reader.address('SMTP_URL', ['smtp:']));
  expect(problem).toContain('SMTP_URL');
  expect(problem).not.toContain('hush');
});

test('an address that cannot be decoded is a mistake of whoever set it, like any other', () => {
  for (const address of ['smtp://%zz', 'smtp://me:100%@host', 'smtp://host/%e0%a4%a'])
    expect(
      problemsOf({ SMTP_URL: address }, (reader) => reader.address('SMTP_URL', ['smtp:'])),
      address,
    ).toEqual(['SMTP_URL has a % that stands for nothing: %25 stands for the sign itself']);
});

test('who starts an app reads their own mistakes without a stack, and all else with it', () => {
  class Mistake extends Error {}
  expect(startFailureText(new Mistake('no such brand', { cause: new Error('line 3') }), [Mistake])).toBe('no such brand: line 3');
  expect(startFailureText(Object.assign(new Error('port 80 is taken'), { code: 'EADDRINUSE' }), [])).toBe('port 80 is taken');
  expect(startFailureText(new SettingsError(['PORT is no port']), [])).toContain('PORT is no port');
  expect(startFailureText(new Error('a fault'), [Mistake])).toMatch(/^Error: a fault\n +at /);
});
