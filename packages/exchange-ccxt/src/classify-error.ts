import type { ExchangeErrorKind, ExchangeErrorReason } from '@tenbin/exchange';
import { isOfFirewall } from './address-limits.ts';
import type { Purpose } from './current-call.ts';
import { type ErrorCodes, type ErrorMeaning, meaningOfClass, meaningOfText } from './error-meaning.ts';

/** A failed call, told in plain values. */
export interface Failure {
  /** The names of the error's class and of those above it, most special first: ['InvalidOrder', 'ExchangeError', …]. */
  readonly classes: readonly string[];
  readonly message: string;
  /** The exchange's answer, if one came. */
  readonly answer: { readonly status: number; readonly body: string } | null;
  /** Whether a request left this process. */
  readonly sent: boolean;
  /** Placing and cancelling: it changes something at the exchange, so that an unsure outcome must be asked for. */
  readonly purpose: Purpose;
  /** The exchange accepted this key before. */
  readonly acceptedBefore: boolean;
  readonly codes: ErrorCodes;
  /** Where the exchange's code stands, as group 1; one of the usual fields unless given. */
  readonly codePattern?: RegExp | undefined;
}

export interface Classified {
  readonly kind: ExchangeErrorKind;
  readonly reason: ExchangeErrorReason;
  readonly exchangeCode?: string | undefined;
  /** Until when the exchange lets nobody on this address call, epoch milliseconds. */
  readonly bannedUntil?: number | undefined;
}

const defaultCode = /"(?:sCode|code|retCode|error_code)"\s*:\s*"?(-?\d+)/g;
const neverConnected = /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|connect timeout/i;
const endOfBan = /until (\d{13})/;
const tooManyRequests = new Set([429, 418]);

const isAddressRefused = ({ status, body }: NonNullable<Failure['answer']>): boolean =>
  tooManyRequests.has(status) || (status === 403 && isOfFirewall(body));

/**
 * What a failure means for the caller: by the exchange's code first, then by its words, then by ccxt's class.
 *
 * Invariants:
 * - nothing that was not sent is `unknown`;
 * - an order's failure is `unknown` unless the exchange gave a definite answer;
 * - a read is never `unknown`.
 *
 * Source: the table in this package's README; each row is run in the test.
 */
export function classifyError(failure: Failure): Classified {
  const exchangeCode = codeOf(failure);
  const meaning = meaningOf(failure, exchangeCode);
  const until = endOfBan.exec(wordsOf(failure))?.[1];
  return {
    kind: kindOf(failure, meaning),
    reason: meaning.reason,
    exchangeCode,
    bannedUntil: meaning.reason === 'rateLimited' && until !== undefined ? Number(until) : undefined,
  };
}

/** The names of an error's class and its ancestors, for {@link Failure.classes}. */
export function classNames(error: unknown): string[] {
  const names: string[] = [];
  let prototype = typeof error === 'object' && error !== null ? Object.getPrototypeOf(error) : null;
  while (prototype !== null && prototype !== Object.prototype) {
    names.push(prototype.constructor.name);
    prototype = Object.getPrototypeOf(prototype);
  }
  return names;
}

const wordsOf = (failure: Failure): string => `${failure.message} ${failure.answer?.body ?? ''}`;

function codeOf(failure: Failure): string | undefined {
  let found: string | undefined;
  for (const match of wordsOf(failure).matchAll(failure.codePattern ?? defaultCode)) {
    // An outer "0" or "1" only says that something inside failed; the inner code says what.
    if (found === undefined || failure.codes[found] === undefined) found = match[1];
  }
  return found;
}

function meaningOf(failure: Failure, code: string | undefined): ErrorMeaning {
  const byCode = code === undefined ? undefined : failure.codes[code];
  if (byCode !== undefined && byCode.reason !== 'other') return byCode;
  if (failure.answer !== null && isAddressRefused(failure.answer)) return { outcome: 'notDone', reason: 'rateLimited' };
  const byText = meaningOfText.find(([pattern]) => pattern.test(wordsOf(failure)));
  if (byText !== undefined && isDefinite(failure)) return { outcome: 'refused', reason: byText[1] };
  if (byCode !== undefined) return byCode;
  if (failure.answer !== null && failure.answer.status >= 500 && code === undefined) return { outcome: 'unsure', reason: 'unreachable' };
  const byClass = failure.classes.map((name) => meaningOfClass[name]).find((meaning) => meaning !== undefined);
  return byClass ?? { outcome: failure.sent ? 'unsure' : 'refused', reason: 'other' };
}

/** Words decide only where the exchange answered, or ccxt refused before anything was sent. */
const isDefinite = (failure: Failure): boolean => (failure.answer === null ? !failure.sent : failure.answer.status < 500);

function kindOf(failure: Failure, meaning: ErrorMeaning): ExchangeErrorKind {
  switch (meaning.outcome) {
    case 'refused':
      return meaning.reason === 'keyRefused' && failure.acceptedBefore ? 'transient' : 'rejected';
    case 'notDone':
      return 'transient';
    case 'unsure':
      return failure.purpose !== 'read' && failure.sent && !neverConnected.test(failure.message) ? 'unknown' : 'transient';
    default:
      return meaning.outcome satisfies never;
  }
}
