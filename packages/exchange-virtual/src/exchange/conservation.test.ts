import type { Side } from '@tenbin/market';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Account } from '../accounts/account.ts';
import { accountOn } from '../testing/account-on.ts';
import { openTestExchange } from '../testing/test-venue.ts';
import { type OrderType, selfTradePreventions, type TimeInForce } from './order.ts';
import type { VirtualExchange } from './virtual-exchange.ts';

/** Opening price, decimals of a price, and lots in one base, by pair. */
const markets = {
  'BTC/USDT': { opening: 60_000, priceDigits: 2, amountDigits: 5 },
  'ETH/USDT': { opening: 3_000, priceDigits: 2, amountDigits: 4 },
  'ETH/BTC': { opening: 0.05, priceDigits: 5, amountDigits: 4 },
} as const;

const pair = fc.constantFrom('BTC/USDT' as const, 'ETH/USDT' as const, 'ETH/BTC' as const);
const away = fc.integer({ min: -100, max: 100 });
const who = fc.nat(2);
const placing = fc.record({
  kind: fc.constant('place' as const),
  who,
  pair,
  away,
  side: fc.constantFrom<Side>('buy', 'sell'),
  type: fc.constantFrom<OrderType>('limit', 'limit', 'limitMaker', 'market'),
  timeInForce: fc.constantFrom<TimeInForce>('GTC', 'GTC', 'IOC', 'FOK'),
  lots: fc.integer({ min: 40, max: 900 }),
  byNotional: fc.boolean(),
  prevention: fc.constantFrom(...selfTradePreventions, undefined),
});
const step = fc.oneof(
  { weight: 6, arbitrary: placing },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('cancel' as const), who, nth: fc.nat(5) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('move' as const), pair, away }) },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;
type Placing = Extract<Step, { kind: 'place' }>;

function place(exchange: VirtualExchange, account: Account, order: Placing): void {
  const { opening, priceDigits, amountDigits } = markets[order.pair];
  const price = (opening * (1 + order.away / 10_000)).toFixed(priceDigits);
  const amount = (order.lots / 10 ** amountDigits).toFixed(amountDigits);
  const { side, type, prevention: selfTradePrevention } = order;
  if (type === 'market') {
    const size = order.byNotional ? { notional: (Number(amount) * opening).toFixed(8) } : { amount };
    exchange.place(account, { pair: order.pair, side, type, timeInForce: 'GTC', selfTradePrevention, ...size });
    return;
  }
  const timeInForce = type === 'limit' ? order.timeInForce : 'GTC';
  exchange.place(account, { pair: order.pair, side, type, timeInForce, selfTradePrevention, price, amount });
}

/** What an account's open orders need of a currency, and what its digits may leave over: less than one unit for each of their trades. */
function needed(exchange: VirtualExchange, account: Account, currency: string): { readonly least: bigint; readonly over: bigint } {
  const unit = 10n ** BigInt(18 - exchange.moneyDigits(currency));
  let least = 0n;
  let over = 0n;
  for (const order of account.openOrders.values()) {
    const market = exchange.markets.get(order.pair)!;
    if ((order.side === 'buy' ? market.counter : market.base) !== currency) continue;
    const lots = BigInt(order.lots - order.filledLots);
    const needs = order.side === 'buy' ? lots * BigInt(order.ticks) * market.tickLot : lots * market.lot;
    least += needs - (needs % unit);
    const trades = (account.trades.get(order.pair) ?? []).filter(({ orderId }) => orderId === order.id);
    if (order.side === 'buy') over += BigInt(trades.length) * unit;
  }
  return { least, over };
}

type Opened = Awaited<ReturnType<typeof openTestExchange>>;

function perform({ exchange, moveTo }: Opened, accounts: readonly Account[], action: Step): void {
  if (action.kind === 'move') {
    moveTo(action.pair, markets[action.pair].opening * (1 + action.away / 10_000));
    return;
  }
  const account = accounts[action.who]!;
  if (action.kind === 'place') {
    place(exchange, account, action);
    return;
  }
  const open = [...account.openOrders.values()][action.nth];
  if (open) exchange.cancel(account, { pair: open.pair, id: open.id });
}

function checkMoney(exchange: VirtualExchange, accounts: readonly Account[], supply: readonly (readonly [string, bigint])[]): void {
  for (const [currency, total] of supply) {
    const held = [...exchange.ledger.accounts()].map((id) => exchange.ledger.holding(id, currency));
    expect(held.reduce((sum, { free, locked }) => sum + free + locked, 0n)).toBe(total);
    for (const account of accounts) {
      expect(exchange.ledger.holding(account.id, currency).free >= 0n).toBe(true);
      const { locked } = exchange.ledger.holding(account.id, currency);
      const { least, over } = needed(exchange, account, currency);
      expect(locked >= least && locked <= least + over).toBe(true);
      for (const money of [locked, exchange.ledger.holding(account.id, currency).free])
        expect(money % 10n ** BigInt(18 - exchange.moneyDigits(currency))).toBe(0n);
    }
  }
}

test('money is neither made nor lost, and what is locked is what the open orders need, whatever is traded', async () => {
  let trades = 0;
  const steps = fc.array(step, { minLength: 20, maxLength: 60 });
  const coarse = fc.constantFrom({}, { USDT: 2 }, { USDT: 0, BTC: 5 }, { USDT: 18, BTC: 18, ETH: 18 });
  const fillRule = fc.constantFrom<'whole' | 'partly'>('whole', 'partly');
  await fc.assert(
    fc.asyncProperty(steps, fillRule, coarse, async (actions, fills, moneyDigits) => {
      const opened = await openTestExchange({ fills, withPast: false, moneyDigits });
      const { exchange } = opened;
      const accounts = [0, 1, 2].map(() => accountOn(exchange, { BTC: '0.5', ETH: '10', USDT: '30000', BNB: '0.005' }));
      const prices = { USDT: '600', BTC: '0.01', ETH: '0.2' };
      exchange.setFeeCoin(accounts[0]!.id, { currency: 'BNB', discount: '0.25', prices });
      exchange.setFeeCoin(accounts[1]!.id, { currency: 'ETH', discount: '0.1' });
      const supply = [...exchange.ledger.supply()];
      for (const action of actions) {
        try {
          perform(opened, accounts, action);
        } catch (error) {
          expect(error).toMatchObject({ name: 'DomainError' });
        }
        checkMoney(exchange, accounts, supply);
      }
      for (const { key } of accounts) trades += exchange.accountTrades(key).length;
    }),
    { numRuns: 300 },
  );
  expect(trades).toBeGreaterThan(500);
});
