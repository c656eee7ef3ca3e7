import type { Language } from '@tenbin/accounts';
import type { Route } from '@tenbin/contract';
import { fill } from '@tenbin/messages/fill';
import type { formMessages } from '../words/forms/ja.ts';

type Issue = NonNullable<ReturnType<NonNullable<Route['body']>['safeParse']>['error']>['issues'][number];
type Kind = keyof typeof formMessages;
type Facts = Readonly<Partial<Record<'min' | 'max' | 'step', string>>>;

const messages = {
  ja: async () => (await import('../words/forms/ja.ts')).formMessages,
  en: async () => (await import('../words/forms/en.ts')).formMessages,
} as const;

/** Says what a schema has against a field, in the reader's words; the words are fetched when they are first needed. */
export async function sayProblem(issue: Issue, language: Language): Promise<string> {
  const [kind, facts] = problemOf(issue);
  return fill((await messages[language]())[kind], facts);
}

const empty = (input: unknown): boolean => input === undefined || input === null || input === '';

function problemOf(issue: Issue): readonly [Kind, Facts?] {
  switch (issue.code) {
    case 'invalid_type':
      return [typeProblem(issue)];
    case 'too_small':
      return [smallProblem(issue), { min: bound(issue.minimum, issue.origin) }];
    case 'too_big':
      return [bigProblem(issue), { max: bound(issue.maximum, issue.origin), min: bound(issue.maximum, issue.origin) }];
    case 'not_multiple_of':
      return ['step', { step: String(issue.divisor) }];
    case 'invalid_format':
      return [formatProblem(issue)];
    case 'invalid_value':
      return [empty(issue.input) ? 'required' : 'choice'];
    default:
      return ['invalid'];
  }
}

type IssueOf<Code> = Extract<Issue, { readonly code: Code }>;

function typeProblem({ expected, input }: IssueOf<'invalid_type'>): Kind {
  if (empty(input)) return 'required';
  if (expected === 'int') return 'integer';
  if (expected === 'number') return 'number';
  return expected === 'date' ? 'date' : 'invalid';
}

function formatProblem(issue: IssueOf<'invalid_format'>): Kind {
  const { format, input } = issue;
  if (empty(input)) return format === 'email' ? 'emailRequired' : 'required';
  if (format === 'email') return 'email';
  if (format === 'url') return 'url';
  if (format === 'regex') return isOfNumbers(String(issue.pattern)) && !isNumber(input) ? 'number' : 'pattern';
  return format === 'date' || format === 'datetime' ? 'date' : 'invalid';
}

/** What is one, and is refused all the same, is not in the expected form: it has too many decimals, or a sign. */
const isNumber = (input: unknown): boolean => typeof input === 'string' && /^-?(?:\d+\.?\d*|\.\d+)$/.test(input);

/** Decimal text is held against a pattern as well: one that takes no letters. */
function isOfNumbers(written: string): boolean {
  const end = written.lastIndexOf('/');
  const pattern = new RegExp(written.slice(1, end), written.slice(end + 1));
  return pattern.test('1.5') && !pattern.test('a') && !pattern.test('A');
}

function smallProblem({ origin, inclusive, exact, input }: IssueOf<'too_small'>): Kind {
  if (origin === 'string') return empty(input) ? 'required' : exact ? 'exactLength' : 'tooShort';
  if (origin === 'date') return 'tooEarly';
  if (origin === 'array' || origin === 'set') return 'tooFew';
  return inclusive === false ? 'notAbove' : 'tooSmall';
}

function bigProblem({ origin, inclusive, exact }: IssueOf<'too_big'>): Kind {
  if (origin === 'string') return exact ? 'exactLength' : 'tooLong';
  if (origin === 'date') return 'tooLate';
  if (origin === 'array' || origin === 'set') return 'tooMany';
  return inclusive === false ? 'notBelow' : 'tooLarge';
}

/** A date as `yyyy-mm-dd`; everything else is a number. */
const bound = (value: number | bigint | Date, origin: string): string =>
  origin === 'date' ? new Date(Number(value)).toISOString().slice(0, 10) : String(value);
