import type { Language } from '@tenbin/accounts';
import type * as z from 'zod/mini';

type Issue = z.core.$ZodIssue;

/** Input that does not have its route's shape. */
export class InputError extends Error {
  readonly issues: readonly Issue[];

  constructor(issues: readonly Issue[]) {
    super('invalidInput');
    this.name = 'InputError';
    this.issues = issues;
  }
}

/** What is wrong, by the name of the field: 'delta', 'pairs'. The whole of an input counts as the field 'body'. */
export function fieldMessages(issues: readonly Issue[], language: Language): Record<string, string> {
  const messages: Record<string, string> = {};
  for (const issue of issues) {
    const [first] = issue.path;
    const field = first === undefined ? 'body' : String(first);
    messages[field] ??= messageOf(issue, language);
  }
  return messages;
}

const words = {
  required: { en: 'This is required.', ja: '必須項目です。' },
  invalid: { en: 'This is not valid.', ja: '形式が正しくありません。' },
  unknownKey: { en: 'This is not known here.', ja: '使用できない項目です。' },
} as const satisfies Record<string, Record<Language, string>>;

function messageOf(issue: Issue, language: Language): string {
  if (issue.input === undefined || issue.input === null) return words.required[language];
  switch (issue.code) {
    case 'too_small':
      return boundMessage({ bound: issue.minimum, origin: issue.origin, isLower: true }, language);
    case 'too_big':
      return boundMessage({ bound: issue.maximum, origin: issue.origin, isLower: false }, language);
    case 'invalid_value':
      return language === 'ja' ? `次のいずれかにしてください：${issue.values.join('、')}` : `One of: ${issue.values.join(', ')}.`;
    case 'unrecognized_keys':
      return words.unknownKey[language];
    case 'invalid_union':
      return messageOfKind(issue, language);
    default:
      return words.invalid[language];
  }
}

/** Of several kinds that would do, the one that was given tells what is wrong with it. */
function messageOfKind({ errors, input }: Issue & { readonly code: 'invalid_union' }, language: Language): string {
  const given = errors.find((issues) => issues.every(({ code }) => code !== 'invalid_type'))?.[0];
  return given ? messageOf({ ...given, input } as Issue, language) : words.invalid[language];
}

function boundMessage(
  { bound, origin, isLower }: { bound: number | bigint; origin: string; isLower: boolean },
  language: Language,
): string {
  if (language === 'ja') {
    const limit = isLower ? '以上' : '以下';
    if (origin === 'string') return `${bound}文字${limit}で入力してください。`;
    return origin === 'array' ? `${bound}件${limit}にしてください。` : `${bound}${limit}で入力してください。`;
  }
  const limit = isLower ? 'At least' : 'At most';
  if (origin === 'string') return `${limit} ${bound} characters.`;
  return origin === 'array' ? `${limit} ${bound} entries.` : `${limit} ${bound}.`;
}
