import type { Broadcast } from '@tenbin/contract';
import type { Audience, UserQuery } from '@tenbin/db';

type Given = UserQuery & { readonly userIds?: readonly string[] | undefined };

/** As it is stored. */
export function audienceOf({
  condition = 'all',
  userIds,
  periodEndsFrom,
  periodEndsBefore,
  seenFrom,
  seenBefore,
  cameFrom,
  cameBefore,
  ...filter
}: Given): Audience {
  return {
    ...filter,
    periodEndsFrom: periodEndsFrom?.toISOString(),
    periodEndsBefore: periodEndsBefore?.toISOString(),
    seenFrom: seenFrom?.toISOString(),
    seenBefore: seenBefore?.toISOString(),
    cameFrom: cameFrom?.toISOString(),
    cameBefore: cameBefore?.toISOString(),
    condition,
    userIds: userIds === undefined ? null : [...new Set(userIds)],
  };
}

export const audienceReply = ({ condition, userIds, ...filter }: Audience): Broadcast['audience'] => ({
  condition,
  filter: Object.fromEntries(Object.entries(filter).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))),
  namedUsers: userIds?.length ?? null,
});
