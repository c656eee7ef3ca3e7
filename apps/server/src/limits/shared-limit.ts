import type { AttemptLimit } from './attempt-limit.ts';
import type { Asker } from './places.ts';

/** Something that may be done only so often by a user, by an organization, and by all together. */
export interface SharedLimit {
  /** Counts a try; one that is refused counts nowhere. @returns seconds to wait when there were too many, otherwise 0 */
  take(asker: Asker): number;
  /** Takes back one counted try. */
  giveBack(asker: Asker): void;
}

export function createSharedLimit(parts: {
  readonly user: AttemptLimit;
  readonly organization: AttemptLimit;
  readonly all: AttemptLimit;
}): SharedLimit {
  const counted = ({ userId, organizationId }: Asker): readonly (readonly [AttemptLimit, string])[] => [
    [parts.user, `${organizationId} ${userId}`],
    [parts.organization, organizationId],
    [parts.all, ''],
  ];
  return {
    take(asker) {
      const seconds = Math.max(...counted(asker).map(([limit, key]) => limit.waitOf(key)));
      if (seconds === 0) for (const [limit, key] of counted(asker)) limit.take(key);
      return seconds;
    },
    giveBack(asker) {
      for (const [limit, key] of counted(asker)) limit.giveBack(key);
    },
  };
}
