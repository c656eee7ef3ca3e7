import { formatAmount, formatDate, formatNumber, formatTime, formatWidth, widthOf } from '@tenbin/ui';
import type { Words } from '../../app/words.ts';

const halfDayMs = 12 * 3_600_000;

type Kind = keyof Words['timeline'];
type Facts = Readonly<Record<string, unknown>>;
type Shown = Record<string, string | number>;

/** Where the words come from. */
export interface TimelineWords {
  readonly text: (key: Kind, facts?: Shown) => string;
  readonly isKnown: (kind: string) => kind is Kind;
  /** A reason's code in words. */
  readonly reason: (code: string) => string;
}

/** Why an order was cancelled, and the sentence that says it. */
export const causeOf = {
  repriced: 'cancelledRepriced',
  stopping: 'cancelledStopping',
  duplicate: 'cancelledDuplicate',
  elsewhere: 'cancelledElsewhere',
} as const;
/** Why a start was refused, with its figures. Other codes say their reason only. */
export const refusals = {
  unbalanced: 'startRefusedUnbalanced',
  balanceNotPositive: 'startRefusedEmpty',
  valueTooSmall: 'startRefusedTooSmall',
  amountTooSmall: 'startRefusedTooSmall',
  amountTooLarge: 'startRefusedTooLarge',
  priceOutOfRange: 'startRefusedPrice',
  pairNotAvailable: 'startRefusedPair',
  cannotSellFirst: 'startRefusedSellFirst',
} as const;
/** What may have happened to a bot while nobody ran it. */
const happenings = ['adopted', 'cancelled', 'filled', 'fillsMissed', 'unknown'] as const;
const isRefusal = (code: unknown): code is keyof typeof refusals => typeof code === 'string' && Object.hasOwn(refusals, code);

const isBecause = (name: unknown): name is keyof typeof causeOf => typeof name === 'string' && name in causeOf;

/** One decision of a bot as a sentence. A kind that this version does not know is shown by its name: nothing is hidden. */
export function timelineText(kind: string, given: Facts, words: TimelineWords): string {
  if (!words.isKnown(kind)) return words.text('other', { kind });
  const facts = { ...given, ...(given.facts as Facts | undefined) };
  const name = sentenceOf(kind, facts);
  return words.text(name, { ...plainFacts(facts), ...figures(facts), ...namesOf(facts, words) }).trim();
}

function sentenceOf(kind: Kind, facts: Facts): Kind {
  const { isPart, isRebalance, code } = facts;
  if (kind === 'filled' && isRebalance === true) return 'filledRebalance';
  if (kind === 'filled' && isPart === true) return 'filledPart';
  if (kind === 'stopped' && typeof facts.unconfirmed === 'number') return 'stoppedUnconfirmed';
  if (kind === 'resumed' && happenings.every((name) => facts[name] === 0)) return 'resumedUnchanged';
  return kind === 'startRefused' && isRefusal(code) ? refusals[code] : kind;
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
  const { basisPointChanged, distancePercent, worsePercent, offPercent, current, delta, retryAfterMs, awayMs, lastedMs, until } = facts;
  const rounded = (value: unknown, digits: number, sign: 'auto' | 'always' = 'auto') =>
    typeof value === 'number' ? formatNumber(value, { digits, sign }) : '';
  return {
    bps: rounded(basisPointChanged, 4, 'always'),
    distance: rounded(distancePercent, 2),
    worse: rounded(worsePercent, 2),
    off: rounded(offPercent, 2, 'always'),
    width: typeof delta === 'number' ? formatWidth(widthOf(delta)) : '',
    seconds: Math.ceil(Number(retryAfterMs ?? awayMs ?? lastedMs ?? 0) / 1000),
    ...(typeof until === 'string' && { until: Number(retryAfterMs) > halfDayMs ? formatDate(until) : formatTime(until) }),
    ...(typeof current === 'number' && { current: rounded(current, 2) }),
  };
}

function namesOf(facts: Facts, { text, reason }: TimelineWords): Shown {
  const pair = typeof facts.pair === 'string' ? facts.pair : '';
  const said = (code: unknown) => (typeof code === 'string' ? reason(code) : '');
  return {
    pair,
    base: pair.split('/')[0] ?? '',
    pairs: Array.isArray(facts.pairs) ? facts.pairs.join(', ') : '',
    side: facts.side === 'buy' || facts.side === 'sell' ? text(facts.side) : '',
    because: isBecause(facts.because) ? text(causeOf[facts.because]) : '',
    reason: said(facts.reason),
    code: said(facts.code),
  };
}
