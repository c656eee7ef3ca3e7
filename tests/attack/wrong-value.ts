import type { Random } from './random.ts';

const long = (piece: string, most: number, random: Random): string => piece.repeat(Math.ceil(random.below(most) / piece.length));

const texts: readonly ((random: Random) => string)[] = [
  (random) =>
    long(random.pick(['1', '0', '9', '.', '-', ' ', 'a-', 'A/', '1e', '1,', 'A:1,', '\u{1f4a5}', '%', '[', '{"a":']), 60_000, random) +
    random.pick(['', 'x', '\0']),
  (random) =>
    random.pick([
      '',
      ' ',
      '\0',
      'a\0b',
      '\u{feff}',
      '\ud800',
      '\u202e',
      '١٢٣',
      'ＢＴＣ',
      '__proto__',
      'constructor',
      'toString',
      "' or 1=1 --",
      '%_\\',
      '<b>',
    ]),
  (random) =>
    random.pick([
      'NaN',
      'Infinity',
      '-Infinity',
      '1e308',
      '1e999',
      '-1e999',
      '0x10',
      '1e-400',
      '-0',
      '9223372036854775808',
      `0.${'0'.repeat(400)}1`,
    ]),
  (random) =>
    random.pick(['0000-00-00', '9999-12-31T23:59:60Z', '275760-09-14', '1970-01-01T00:00:00+99:99', '2026-02-30', '99999999999999999999']),
  (random) => random.pick(['../../etc/passwd', '..%2f', '//', 'http://[', 'A'.repeat(254), '@', 'a@b', 'a@b.example\r\nBcc: c@d.example']),
];

const numbers = [-1, -0, 0.5, 1e21, 1e308, -1e308, 5e-324, Number.MAX_SAFE_INTEGER, 2 ** 53, 4294967296, -2147483649];

export const wrongText = (random: Random): string => random.pick(texts)(random);

/** Something that hardly any field takes; as JSON, since what is nested so deeply cannot be written by others. */
export function wrongJson(random: Random): string {
  switch (random.below(9)) {
    case 0:
      return JSON.stringify(random.pick(numbers));
    case 1:
      return random.pick(['null', 'true', 'false', '[]', '{}', '[null]', '[[]]', '{"":""}', '1e999', '-0']);
    case 2: {
      const depth = 1 + random.below(25_000);
      return `${'['.repeat(depth)}${']'.repeat(depth)}`;
    }
    case 3: {
      const depth = 1 + random.below(8_000);
      return `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
    }
    case 4:
      return `[${Array.from({ length: random.below(15_000) }, () => '"1x"').join()}]`;
    case 5:
      return `{${Array.from({ length: random.below(5_000) }, (_, index) => `"A${index}":"1"`).join()}}`;
    case 6:
      return `{"${random.pick(['__proto__', 'constructor', 'prototype', 'toString', 'length'])}":{"a":1}}`;
    case 7:
      return `[${JSON.stringify(wrongText(random))},${JSON.stringify(random.pick(numbers))}]`;
    default:
      return JSON.stringify(wrongText(random));
  }
}
