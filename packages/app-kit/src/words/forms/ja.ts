import { emailRequired, invalidEmail } from '@tenbin/messages/first-refusals/ja';
import type { kit } from '../ja.ts';

/** What a form says against a field, by what is wrong with it. */
export const formMessages = {
  required: '入力してください',
  emailRequired: emailRequired.text,
  // As everywhere, without a file of its own for what every page has of words.
  invalid: 'この内容は使用できません' satisfies (typeof kit)['notAllowed'],
  pattern: '形式が正しくありません',
  email: invalidEmail.text,
  url: 'https://で始まるアドレスを入力してください',
  tooShort: '{min}文字以上で入力してください',
  tooLong: '{max}文字以内で入力してください',
  exactLength: '{min}文字で入力してください',
  number: '数値を入力してください',
  integer: '整数を入力してください',
  tooSmall: '{min}以上にしてください',
  notAbove: '{min}より大きくしてください',
  tooLarge: '{max}以下にしてください',
  notBelow: '{max}より小さくしてください',
  step: '{step}の倍数にしてください',
  date: '日付を入力してください',
  tooEarly: '{min}以降にしてください',
  tooLate: '{max}以前にしてください',
  tooFew: '{min}件以上選択してください',
  tooMany: '{max}件以内で選択してください',
  choice: '一覧から選択してください',
} as const;
