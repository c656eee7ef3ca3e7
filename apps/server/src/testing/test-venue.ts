import {
  type AccountKey,
  createVirtualExchange,
  type FaultInput,
  type FaultKit,
  type Feed,
  faultFields,
  type NewAccount,
} from '@tenbin/exchange-virtual';
import { type Runtime, systemRuntime } from '@tenbin/runtime';
import { describeVenue, startVenue } from '@tenbin/venue';
import type { TrialVenue } from '../index.ts';

type Delay = Extract<FaultInput, { type: 'delayBefore' }>;

export interface TestVenue {
  readonly url: string;
  readonly trial: TrialVenue;
  readonly faults: FaultKit;
  /** Lets the next call that fits wait before it is accepted. @returns once it has come, what lets it in */
  hold(where?: Delay['where']): Promise<() => void>;
  /** Enough, and even: worth 18,000 USDT. */
  createAccount(given?: Partial<NewAccount>): AccountKey;
  /** Another key of the same account. */
  addKey(first: AccountKey): AccountKey;
  close(): Promise<void>;
}

const evenBalances = { BTC: '0.1', ETH: '2', USDT: '6000' };

const opening: Readonly<Record<string, number>> = { 'BTC/USDT': 60_000, 'ETH/USDT': 3_000, 'ETH/BTC': 0.05 };

/** A market that stands still. */
const stillFeed: Feed = {
  name: 'still',
  speed: 1,
  fills: 'partly',
  open: async (pairs) => pairs.map((pair) => ({ pair, price: opening[pair] ?? 1 })),
  advance: () => [],
  step: () => null,
  close: async () => undefined,
};

const markets = [
  { pair: 'BTC/USDT', tickSize: '0.01', lotSize: '0.00001', minimumNotional: '5' },
  { pair: 'ETH/USDT', tickSize: '0.01', lotSize: '0.0001', minimumNotional: '5' },
  { pair: 'ETH/BTC', tickSize: '0.00001', lotSize: '0.0001', minimumNotional: '0.0001' },
];

/** Calls here follow one another faster than people set up bots, and would wait for one another. */
const limits = { weightPerMinute: 1_000_000 };

/** A delay of this length ends when a test says so. */
const heldMs = 600_000;

/** BTC/USDT at 60000, ETH/USDT at 3000, ETH/BTC at 0.05, in Binance's words on a free port. */
export async function startTestVenue(): Promise<TestVenue> {
  const machine = systemRuntime();
  let onHeld = (_letIn: () => void): void => undefined;
  const runtime: Runtime = {
    ...machine,
    after(delayMs, wake, options) {
      if (delayMs !== heldMs) return machine.after(delayMs, wake, options);
      onHeld(wake);
      return () => undefined;
    },
  };
  const exchange = await createVirtualExchange({ runtime, markets, stepped: true, feed: stillFeed });
  const venue = await startVenue({ exchange, limits, trial: true });
  const { faults } = venue;
  const createAccount: TestVenue['createAccount'] = (given = {}) => exchange.createAccount({ balances: evenBalances, ...given });
  return {
    url: venue.url,
    faults,
    hold(where = {}) {
      const { promise, resolve } = Promise.withResolvers<() => void>();
      onHeld = resolve;
      faults.inject({ type: 'delayBefore', ms: heldMs, where, times: 1 });
      return promise;
    },
    trial: {
      createAccount: async ({ balances = evenBalances, passphrase }) => exchange.createAccount({ balances, passphrase }),
      describe: async () => describeVenue({ exchange, faults }),
      faultFields,
      injectFault: async (fault) => {
        faults.injectFrom(fault);
      },
      clearFault: async (id) => {
        if (id === null) faults.clearAll();
        else faults.clear(id);
      },
    },
    createAccount,
    addKey({ key, passphrase }) {
      const account = exchange.findAccount(key);
      if (!account) throw new Error('there is no such account');
      return exchange.addKey(account.id, { passphrase });
    },
    close: () => venue.close(),
  };
}
