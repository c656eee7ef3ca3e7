import type { Actor } from '../route/caller.ts';

/** The prices that somebody with these bots looks at: '<exchange id> <pair>'. */
export async function readPriceInterests({ organization, userId }: Actor): Promise<ReadonlySet<string>> {
  const bots = await organization.bots.listOfUser(userId);
  return new Set(bots.flatMap(({ exchangeId, pairs }) => pairs.map((pair) => `${exchangeId} ${pair}`)));
}
