import type { UserFilter } from '@tenbin/contract';
import type { onlys, UserSearch } from './user-search.ts';

const hourMs = 3_600_000;
/** To the hour, so that the same question is the same read. */
const inDays = (days: number, now: number): string => new Date(Math.floor(now / hourMs) * hourMs + days * 24 * hourMs).toISOString();

const monthStart = (now: number): string => {
  const at = new Date(now);
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1)).toISOString();
};

const standsOut: Readonly<Record<(typeof onlys)[number], UserFilter>> = {
  banned: { isBanned: true },
  flagged: { isFlagged: true },
  verified: { isVerified: true },
  unverified: { isVerified: false },
  paymentMissing: { isPaymentMissing: true },
  // Who is suspended is mailed nothing.
  bouncing: { isBouncing: true, isBanned: false },
};

/** What an address filters users by, as calls take it. @param now - epoch milliseconds */
export function filterOf(search: UserSearch, now: number): UserFilter {
  const { email, id, condition, only, plan, ends: end, used, from, below, referrer, seen, since } = search;
  return {
    ...(email !== undefined && { email }),
    ...(id !== undefined && { id }),
    ...(condition !== undefined && { condition }),
    ...(only !== undefined && standsOut[only]),
    ...(since === 'thisMonth' && { cameFrom: monthStart(now) }),
    ...(plan !== undefined && { plan }),
    ...(end === 'hasEnded' && { periodEndsBefore: inDays(0, now) }),
    ...(end === 'endsIn7' && { periodEndsFrom: inDays(0, now), periodEndsBefore: inDays(7, now) }),
    ...(end === 'endsIn30' && { periodEndsFrom: inDays(0, now), periodEndsBefore: inDays(30, now) }),
    ...(used !== undefined && { limitUsedFrom: Number(used) }),
    ...(from !== undefined && { volumeFrom: from }),
    ...(below !== undefined && { volumeBelow: below }),
    ...(referrer !== undefined && { referrer }),
    ...(seen === 'seenIn7' && { seenFrom: inDays(-7, now) }),
    ...(seen === 'notIn30' && { seenBefore: inDays(-30, now) }),
    ...(seen === 'notIn90' && { seenBefore: inDays(-90, now) }),
  };
}
