import { parsePair } from '@tenbin/market';
import { canFill, fill, type Message } from '@tenbin/messages';
import { widthOfDelta } from '@tenbin/strategy';
import { formatAmount, formatDate, formatNumber, formatTime, formatWidth } from '@tenbin/ui';
import type { BotWords } from '../words/text.ts';

const halfDayMs = 12 * 3_600_000;

type Kind = keyof BotWords['timeline'];
type Facts = Readonly<Record<string, unknown>>;
type Shown = Record<string, string | number>;

/** Where the words come from. */
export interface TimelineWords {
  readonly text: (key: Kind, facts?: Shown) => string;
  readonly isKnown: (kind: string) => kind is Kind;
  /** What a cause says, with its facts in braces, and what helps against it; null: not known here. */
  readonly cause: (code: string) => Message | null;
  /** Between two sentences. */
  readonly space: string;
}

/** Why an order was cancelled, and the sentence that says it. */
export const causeOf = {
  repriced: 'cancelledRepriced',
  stopping: 'cancelledStopping',
  duplicate: 'cancelledDuplicate',
  elsewhere: 'cancelledElsewhere',
} as const;
/** Kinds that also tell what helps against their cause. */
const advised: readonly string[] = ['startRefused', 'rebalanceFailed', 'stopRequested'] satisfies Kind[];
/** What may have happened to a bot while nobody ran it. */
const happenings = ['adopted', 'cancelled', 'filled', 'fillsMissed', 'unknown'] as const;

const isBecause = (name: unknown): name is keyof typeof causeOf => typeof name === 'string' && name in causeOf;

/**
 * One decision of a bot as a sentence. A kind that the server does not know, or that this page is too old for, is told as
 * such: nothing is hidden. So is a cause that is not known here, as another one.
 */
export function timelineText(kind: string, given: Facts, words: TimelineWords): string {
  if (kind === 'other' || !words.isKnown(kind)) return words.text('other');
  const facts = { ...(given.facts as Facts | undefined), ...given };
  const name = sentenceOf(kind, facts);
  const shown = { ...plainFacts(facts), ...figures(facts) };
  const names = namesOf(facts, words);
  const side = saysLevel(kind) || !facts.level ? names.side : words.text('sideAtLevel', { ...shown, ...names });
  return words.text(name, { ...shown, ...names, side, ...causesOf(kind, facts, words) }).trim();
}

/** The sentence itself counts the level. */
const saysLevel = (kind: Kind): boolean => kind === 'levelLeftOut' || kind === 'levelBack';

function sentenceOf(kind: Kind, facts: Facts): Kind {
  const { isPart, isRebalance } = facts;
  if (kind === 'filled' && isRebalance === true) return 'filledRebalance';
  if (kind === 'filled' && isPart === true) return 'filledPart';
  if (kind === 'started' && typeof facts.orderLevels === 'number') return 'startedQuoting';
  if (kind === 'stopped' && typeof facts.unconfirmed === 'number') return 'stoppedUnconfirmed';
  if (kind === 'resumed' && happenings.every((name) => facts[name] === 0)) return 'resumedUnchanged';
  return kind;
}

/** Numbers as they are, amounts with their thousands set apart. */
function plainFacts(facts: Facts): Shown {
  const plain: Shown = {};
  for (const [name, value] of Object.entries(facts)) {
    if (typeof value === 'number') plain[name] = value;
    else if (typeof value === 'string') plain[name] = /^-?\d+\.?\d*$/.test(value) ? formatAmount(value) : value;
  }
  return plain;
}

function figures(facts: Facts): Shown {
  const { basisPointChanged, level, distancePercent, worsePercent, offPercent, current, delta, retryAfterMs, awayMs, lastedMs, until } =
    facts;
  const rounded = (value: unknown, digits: number, sign: 'auto' | 'always' = 'auto') =>
    typeof value === 'number' ? formatNumber(value, { digits, sign }) : '';
  return {
    bps: rounded(basisPointChanged, 4, 'always'),
    distance: rounded(distancePercent, 2),
    worse: rounded(worsePercent, 2),
    off: rounded(offPercent, 2, 'always'),
    width: typeof delta === 'number' ? formatWidth(widthOfDelta(delta)) : '',
    seconds: Math.ceil(Number(retryAfterMs ?? awayMs ?? lastedMs ?? 0) / 1000),
    ...(typeof until === 'string' && { until: Number(retryAfterMs) > halfDayMs ? formatDate(until) : formatTime(until) }),
    // People count from one.
    ...(typeof level === 'number' && { number: level + 1 }),
    ...(typeof current === 'number' && { current: rounded(current, 2) }),
  };
}

function namesOf(facts: Facts, { text }: TimelineWords) {
  const { name: pair, base } = typeof facts.pair === 'string' ? parsePair(facts.pair) : { name: '', base: '' };
  return {
    pair,
    base,
    pairs: Array.isArray(facts.pairs) ? facts.pairs.join(', ') : '',
    side: facts.side === 'buy' || facts.side === 'sell' ? text(facts.side) : '',
    because: isBecause(facts.because) ? text(causeOf[facts.because]) : '',
  };
}

/** The causes that an entry names, in sentences. One whose facts the entry does not have was told by the entry before. */
function causesOf(kind: Kind, facts: Facts, { cause, space }: TimelineWords): Shown {
  const plain: Facts = { ...facts, ...plainFacts(facts) };
  const said = (code: unknown): string => {
    if (typeof code !== 'string') return '';
    const found = cause(code) ?? cause('other');
    if (found === null) return '';
    const { text, advice } = found;
    if (!canFill(text + advice, plain)) return '';
    return fill(advised.includes(kind) ? text + space + advice : text, plain);
  };
  return { reason: said(facts.reason), code: said(facts.code) };
}
