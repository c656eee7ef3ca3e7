import { listRebalances, listRebalancesOfExchange } from '@tenbin/contract';
import { readRebalances } from '../../bots/reads/rebalances.ts';
import { requireExchange } from '../../exchange-access/require-exchange.ts';
import { type Implementation, implement } from '../../route/implement.ts';

export const listRebalanceCalls: readonly Implementation[] = [
  implement(listRebalances, async ({ query, ...asked }) => readRebalances(query, asked)),
  implement(listRebalancesOfExchange, async ({ params, actor, caller }) => {
    const { id: exchangeId } = await requireExchange(actor, params.id);
    return readRebalances({ offset: 0, limit: 20, exchangeId }, { actor, caller });
  }),
];
