import { getTradingFees } from '@tenbin/contract';
import { checkCurrencies, requirePassed } from '@tenbin/strategy';
import { breakEvenOf, dearestOf } from '../../exchange-access/break-even.ts';
import { fetchOfferedMarkets, requireExchange, requireOffered } from '../../exchange-access/require-exchange.ts';
import { withKey } from '../../exchange-access/with-key.ts';
import { type Implementation, implement } from '../../route/implement.ts';
import { keyOf } from './key-of.ts';

export const tradingFeeCalls: readonly Implementation[] = [
  implement(getTradingFees, async ({ params, body, ...asker }) => {
    const { actor, deps } = asker;
    const { pairs, postOnly = true } = body;
    const exchange = await requireExchange(actor, params.id);
    const { key } = await keyOf(body, exchange, asker);
    requirePassed(checkCurrencies(pairs));
    const markets = await fetchOfferedMarkets(exchange, asker);
    requireOffered(pairs, markets);
    return withKey(key, { asker: actor, deps }, async (account) => {
      const fees = dearestOf(pairs, { own: await account.fetchFees?.(pairs), published: markets });
      const { postOnly: canPostOnly } = account.capabilities;
      const { moved, together } = breakEvenOf(fees, { postOnly: postOnly && canPostOnly });
      return { ...fees, canPostOnly, breakEvenWidth: moved, breakEvenWidthTogether: together };
    });
  }),
];
