import type { Clock } from '../clock.ts';
import { Refusal } from '../route/refusal.ts';
import { createAddressLimit } from './address-limit.ts';
import { type AttemptLimit, createAttemptLimit } from './attempt-limit.ts';
import type { Asker } from './places.ts';
import { createSharedLimit, type SharedLimit } from './shared-limit.ts';
import { ShortLine } from './short-line.ts';

/** What may be tried only so often, besides the general limit of requests. */
export interface Limits {
  /** Failed sign-ins and password checks, by account and address of the caller. */
  readonly passwords: AttemptLimit;
  /** The same by the caller's address alone: one address tries many accounts. */
  readonly passwordsOfAddress: AttemptLimit;
  /** Wrong passwords of an account from anywhere; nobody who signs in is refused by it alone: see `passwordsUnderAttack`. */
  readonly passwordsOfAccount: AttemptLimit;
  /** Failed sign-ins by account and address besides, of an account that is being guessed at from many addresses. */
  readonly passwordsUnderAttack: AttemptLimit;
  /** Sign-ins and password checks, right ones too, by account and address of the caller: each costs a hash. */
  readonly signIns: AttemptLimit;
  /** The same by the caller's address alone. */
  readonly signInsOfAddress: AttemptLimit;
  /** Codes entered, by address of the caller. */
  readonly codes: AttemptLimit;
  /** Sign-ups, by address of the caller. */
  readonly signUps: AttemptLimit;
  /** Calls that change something and are written down, by person; stops have a count of their own. */
  readonly changes: AttemptLimit;
  /** Exports of an account, by user: each reads all that there is of it. */
  readonly exports: AttemptLimit;
  /** Calls that go on to an exchange. */
  readonly exchangeCalls: SharedLimit;
  /** Keys that are tried out there: each costs as much as twenty other calls, and wrong ones may get our address banned. */
  readonly keyChecks: SharedLimit;
  /** Mails that administrators send to themselves to look at, by administrator. */
  readonly testMails: AttemptLimit;
  /** Pictures that are made of what administrators give, by organization. */
  readonly pictures: AttemptLimit;
  /** Few of them at once, of all: each may be large while it is read. */
  readonly pictureLine: ShortLine;
  /** Purchases that are prepared at the payment provider. */
  readonly checkouts: SharedLimit;
  /** Questions what became of one, by user. */
  readonly settlements: AttemptLimit;
  /** By who looks, and at what: what is looked at again within minutes is one look in the audit log. */
  readonly looks: AttemptLimit;
  /** Searches of a timeline, pages far back in a list, totals and statements, by user and kind of call. */
  readonly searches: AttemptLimit;
  /** Few of them at once, by user. */
  readonly searchLine: ShortLine;
  /** Candles asked for, by user. */
  readonly candles: AttemptLimit;
  /** Back-tests, by address of the caller. */
  readonly backtests: AttemptLimit;
  /** Accounts made on the virtual exchange of a trial, by address of the caller. */
  readonly trialAccounts: AttemptLimit;
}

const minuteMs = 60_000;

/** @param factor - widens every limit: tests run from one address */
export function createLimits({ clock, factor = 1 }: { readonly clock: Clock; readonly factor?: number }): Limits {
  const limit = (tries: number, withinMs: number): AttemptLimit => createAttemptLimit({ clock, tries: tries * factor, withinMs });
  const ofAddress = (tries: number, withinMs: number): AttemptLimit => createAddressLimit({ clock, tries: tries * factor, withinMs });
  const shared = (aMinute: Readonly<Record<'user' | 'organization' | 'all', number>>): SharedLimit =>
    createSharedLimit({
      user: limit(aMinute.user, minuteMs),
      organization: limit(aMinute.organization, minuteMs),
      all: limit(aMinute.all, minuteMs),
    });
  return {
    passwords: limit(10, 15 * minuteMs),
    passwordsOfAddress: ofAddress(60, 15 * minuteMs),
    passwordsOfAccount: limit(50, 15 * minuteMs),
    passwordsUnderAttack: limit(2, 15 * minuteMs),
    signIns: limit(30, 15 * minuteMs),
    signInsOfAddress: ofAddress(300, 15 * minuteMs),
    codes: ofAddress(40, 15 * minuteMs),
    signUps: ofAddress(20, 60 * minuteMs),
    changes: limit(120, minuteMs),
    exports: limit(3, 60 * minuteMs),
    exchangeCalls: shared({ user: 120, organization: 600, all: 1_200 }),
    keyChecks: shared({ user: 10, organization: 60, all: 120 }),
    testMails: limit(20, 10 * minuteMs),
    pictures: limit(30, 10 * minuteMs),
    pictureLine: new ShortLine({ atOnce: 2, waiting: 8 }),
    checkouts: shared({ user: 10, organization: 300, all: 600 }),
    settlements: limit(20, minuteMs),
    looks: createAttemptLimit({ clock, tries: 1, withinMs: 300_000 }),
    searches: limit(20, minuteMs),
    searchLine: new ShortLine({ atOnce: 2, waiting: 4 }),
    candles: limit(120, minuteMs),
    backtests: ofAddress(30, minuteMs),
    trialAccounts: ofAddress(60, 60 * minuteMs),
  };
}

/**
 * Counts a try.
 *
 * @throws {Refusal} `tooManyRequests`
 */
export function requireWithin(limit: AttemptLimit, key: string): void {
  refuseAfter(limit.take(key));
}

/** The same where others share it. @throws {Refusal} `tooManyRequests` */
export function requireShare(limit: SharedLimit, asker: Asker): void {
  refuseAfter(limit.take(asker));
}

/**
 * Does something of which only failures count. Counted before it is known how it ends, so that tries made at once are
 * counted too; a success, or one that could not be tried, is taken back.
 *
 * @param attempt - null: it failed
 * @throws {Refusal} `tooManyRequests`
 */
export async function countFailures<T>(
  counted: readonly (readonly [AttemptLimit, string])[],
  attempt: () => Promise<T | null>,
): Promise<T | null> {
  for (const [limit, key] of counted) refuseAfter(limit.waitOf(key));
  for (const [limit, key] of counted) limit.take(key);
  let hasFailed = false;
  try {
    const result = await attempt();
    hasFailed = result === null;
    return result;
  } finally {
    if (!hasFailed) for (const [limit, key] of counted) limit.giveBack(key);
  }
}

function refuseAfter(seconds: number): void {
  if (seconds > 0) throw new Refusal('tooManyRequests', { facts: { seconds }, retryAfterSeconds: seconds });
}
