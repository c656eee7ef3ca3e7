import type { Rebalance } from '@tenbin/contract';
import type { Rebalances } from '@tenbin/db';
import type { Caller, Owner } from '../../route/caller.ts';
import { rebalanceReply } from '../rebalance-reply.ts';

export async function readRebalances(
  page: Parameters<Rebalances['listOfUser']>[1],
  { actor, caller }: { readonly actor: Owner; readonly caller: Caller },
): Promise<Rebalance[]> {
  const found = await actor.organization.rebalances.listOfUser(actor.userId, page);
  return found.map((rebalance) => rebalanceReply(rebalance, caller.language));
}
