import { listRebalances, listRebalancesOfExchange } from '@tenbin/contract';
import { rebalanceReply } from '../../bots/rebalance-reply.ts';
import { requireExchange } from '../../exchange-access/require-exchange.ts';
import { type Implementation, implement } from '../../route/implement.ts';

export const listRebalanceCalls: readonly Implementation[] = [
  implement(listRebalances, async ({ query, actor, caller }) => {
    const found = await actor.organization.rebalances.listOfUser(actor.userId, query);
    return found.map((rebalance) => rebalanceReply(rebalance, caller.language));
  }),
  implement(listRebalancesOfExchange, async ({ params, actor, caller }) => {
    const { id: exchangeId } = await requireExchange(actor, params.id);
    const found = await actor.organization.rebalances.listOfUser(actor.userId, { offset: 0, limit: 20, exchangeId });
    return found.map((rebalance) => rebalanceReply(rebalance, caller.language));
  }),
];
