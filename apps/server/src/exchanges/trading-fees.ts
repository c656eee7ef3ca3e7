import { getTradingFees } from '@tenbin/contract';
import { checkCurrencies, requirePassed } from '@tenbin/strategy';
import { breakEvenOf, dearestOf } from '../exchange-access/break-even.ts';
import { fetchOfferedMarkets, requireExchange, requireOffered } from '../exchange-access/require-exchange.ts';
import { requireWithin } from '../limits/limits.ts';
import { type Implementation, implement } from '../route/implement.ts';
import { keyOf } from './key-of.ts';

export const feeCalls: readonly Implementation[] = [
  implement(getTradingFees, async ({ params, body, ...asker }) => {
    const { actor, deps } = asker;
    const { pairs, postOnly = true } = body;
    const exchange = await requireExchange(actor, params.id);
    const { credentials } = await keyOf(body, exchange, asker);
    requirePassed(checkCurrencies(pairs));
    requireWithin(deps.limits.exchangeCalls, actor.userId);
    const markets = await fetchOfferedMarkets(exchange, asker);
    requireOffered(pairs, markets);
    return deps.exchanges.withAccount(exchange, credentials, async (account) => {
      const fees = dearestOf(pairs, { own: await account.fetchFees?.(pairs), published: markets });
      const { postOnly: canPostOnly } = account.capabilities;
      const { moved, together } = breakEvenOf(fees, { postOnly: postOnly && canPostOnly });
      return { ...fees, canPostOnly, breakEvenWidth: moved, breakEvenWidthTogether: together };
    });
  }),
];
