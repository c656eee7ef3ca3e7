import { faultFields, type VirtualExchange } from '@tenbin/exchange-virtual';
import type { TrialVenue } from '@tenbin/server';
import { describeVenue, type Venue } from '@tenbin/venue';

/** What an account holds where nothing was asked for: a third each of this much, in USDT's worth. */
const defaultWorth = 30_000;

/** The virtual exchange in this process, as the API shows it. */
export function trialVenueOf({ exchange, faults }: Pick<Venue, 'exchange' | 'faults'>): TrialVenue {
  return {
    createAccount: async ({ balances, passphrase }) => {
      const { key, secret } = exchange.createAccount({ balances: { ...(balances ?? evenBalances(exchange)) }, passphrase });
      return { key, secret };
    },
    describe: async () => describeVenue({ exchange, faults }),
    faultFields,
    injectFault: async (fault) => {
      faults.injectFrom(fault);
    },
    clearFault: async (id) => {
      if (id === null) faults.clearAll();
      else faults.clear(id);
    },
  };
}

/** COT as well, where it is traded: a brand may ask for it. */
function evenBalances(exchange: VirtualExchange): Record<string, string> {
  const worth = defaultWorth / 3;
  const amountOf = (pair: string): string => {
    const { lastTicks, market } = exchange.live(pair);
    return (worth / (lastTicks * Number(market.tickSize))).toFixed(5);
  };
  const traded = ['BTC', 'ETH', 'COT'].filter((currency) => currency !== 'COT' || exchange.markets.has('COT/USDT'));
  return { ...Object.fromEntries(traded.map((currency) => [currency, amountOf(`${currency}/USDT`)])), USDT: String(worth) };
}
