import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { formMessages as en } from '../words/forms/en.ts';
import { formMessages as ja } from '../words/forms/ja.ts';
import { sayProblem } from './form-problem.ts';

const day = (text: string) => new Date(`${text}T00:00:00Z`);
const number = (...checks: Parameters<ReturnType<typeof z.number>['check']>) => z.number().check(...checks);

/** Every kind of problem, a schema that has it, what is entered, and what is said. */
const cases: readonly (readonly [kind: keyof typeof en, schema: z.ZodMiniType, entered: unknown, en: string, ja: string])[] = [
  ['required', z.string(), undefined, 'Please fill this in', '入力してください'],
  ['required', z.string().check(z.minLength(8)), '', 'Please fill this in', '入力してください'],
  ['required', z.enum(['ja', 'en']), '', 'Please fill this in', '入力してください'],
  ['emailRequired', z.email(), '', 'Please enter your Email Address', ja.emailRequired],
  ['invalid', z.boolean(), 'yes', 'This cannot be used', 'この内容は使用できません'],
  ['invalid', z.uuid(), 'x', 'This cannot be used', 'この内容は使用できません'],
  ['pattern', z.string().check(z.regex(/^\d+$/)), 'x', 'This is not in the expected form', '形式が正しくありません'],
  ['email', z.email(), 'anna@', 'Invalid Email Address', ja.email],
  ['url', z.url(), 'example', en.url, ja.url],
  ['tooShort', z.string().check(z.minLength(8)), 'short', 'At least 8 characters', '8文字以上で入力してください'],
  ['tooLong', z.string().check(z.maxLength(3)), 'long', 'At most 3 characters', '3文字以内で入力してください'],
  ['exactLength', z.string().check(z.length(6)), '12345', 'Exactly 6 characters', '6文字で入力してください'],
  ['exactLength', z.string().check(z.length(6)), '1234567', 'Exactly 6 characters', '6文字で入力してください'],
  ['number', z.number(), 'x', 'Please enter a number', '数値を入力してください'],
  ['number', z.string().check(z.regex(/^-?(?:\d+(?:\.\d*)?|\.\d+)$/)), '1,400.5.2', 'Please enter a number', '数値を入力してください'],
  ['integer', number(z.int()), 1.5, 'Please enter a whole number', '整数を入力してください'],
  ['tooSmall', number(z.minimum(1)), 0, 'Must be 1 or more', '1以上にしてください'],
  ['notAbove', number(z.gt(0)), 0, 'Must be more than 0', '0より大きくしてください'],
  ['tooLarge', number(z.maximum(99.9)), 100, 'Must be 99.9 or less', '99.9以下にしてください'],
  ['notBelow', number(z.lt(100)), 100, 'Must be less than 100', '100より小さくしてください'],
  ['step', number(z.multipleOf(5)), 7, 'Must be a multiple of 5', '5の倍数にしてください'],
  ['date', z.iso.date(), '2026-13-01', 'Please enter a date', '日付を入力してください'],
  ['date', z.date(), 'x', 'Please enter a date', '日付を入力してください'],
  [
    'tooEarly',
    z.date().check(z.minimum(day('2026-02-01'))),
    day('2026-01-31'),
    'Must not be before 2026-02-01',
    '2026-02-01以降にしてください',
  ],
  [
    'tooLate',
    z.date().check(z.maximum(day('2026-02-01'))),
    day('2026-02-02'),
    'Must not be after 2026-02-01',
    '2026-02-01以前にしてください',
  ],
  ['tooFew', z.array(z.string()).check(z.minLength(2)), ['a'], 'Please choose at least 2', '2件以上選択してください'],
  ['tooMany', z.array(z.string()).check(z.maxLength(1)), ['a', 'b'], 'Please choose at most 1', '1件以内で選択してください'],
  ['choice', z.enum(['ja', 'en']), 'fr', 'Please choose one of the list', '一覧から選択してください'],
];

test.each(cases)('%s', async (kind, schema, entered, inEnglish, inJapanese) => {
  const [issue] = schema.safeParse(entered, { reportInput: true }).error?.issues ?? [];
  if (!issue) throw new Error('the schema takes it');
  expect([await sayProblem(issue, 'en'), await sayProblem(issue, 'ja')]).toEqual([inEnglish, inJapanese]);
  expect(en[kind].startsWith(inEnglish.split(/[\d]/)[0] ?? '')).toBe(true);
});

test('every kind is told here, in both languages', () => {
  expect(Object.keys(en)).toEqual(Object.keys(ja));
  expect(new Set(cases.map(([kind]) => kind))).toEqual(new Set(Object.keys(en)));
});
