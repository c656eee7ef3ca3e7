import type { Account, Signer } from '../accounts/account.ts';
import type { VirtualExchange } from '../exchange/virtual-exchange.ts';
import { toUnits } from '../ledger/units.ts';
import { invalidCombination } from './binance-error.ts';
import { wireAccountTrade, wireMoney } from './order-wire.ts';
import { type Routes, readStretch, requireLive, type SignedCall } from './route.ts';

/** One's own money, trades and rights. */
export const accountRoutes: Routes = {
  'GET /api/v3/account': {
    weight: 20,
    security: 'signed',
    right: 'read',
    handle: ({ exchange, account, apiKey, parameters }) =>
      wireAccount(exchange, { account, apiKey }, parameters.text('omitZeroBalances') === 'true'),
  },
  'GET /api/v3/myTrades': {
    weight: (parameters) => (parameters.text('orderId') === undefined ? 20 : 5),
    security: 'signed',
    right: 'read',
    handle: (call) => {
      const { market } = requireLive(call);
      return selectTrades(call).map((trade) => wireAccountTrade(market, trade));
    },
  },
  'GET /api/v3/account/commission': {
    weight: 20,
    security: 'signed',
    right: 'read',
    handle: (call) => ({
      symbol: requireLive(call).market.symbol,
      standardCommission: commission(call.exchange),
      discount: wireDiscount(call.account),
    }),
  },
  'GET /api/v3/rateLimit/order': {
    weight: 40,
    security: 'signed',
    right: 'read',
    handle: ({ exchange, account, rates }) => {
      const { tenSeconds, day } = rates.unfilledOrders(account.id, exchange.now());
      const { ordersPerTenSeconds, ordersPerDay } = rates.limits;
      return [
        { rateLimitType: 'ORDERS', interval: 'SECOND', intervalNum: 10, limit: ordersPerTenSeconds, count: tenSeconds },
        { rateLimitType: 'ORDERS', interval: 'DAY', intervalNum: 1, limit: ordersPerDay, count: day },
      ];
    },
  },
  'GET /sapi/v1/account/apiRestrictions': {
    weight: 1,
    security: 'signed',
    right: 'read',
    handle: ({ apiKey: { rights, createdAt } }) => ({
      ipRestrict: false,
      createTime: createdAt,
      enableReading: rights.read,
      enableSpotAndMarginTrading: rights.trade,
      enableWithdrawals: rights.withdraw,
      enableInternalTransfer: rights.transfer,
      permitsUniversalTransfer: rights.transfer,
      enableMargin: false,
      enableFutures: false,
      enableVanillaOptions: false,
      enablePortfolioMarginTrading: false,
      enableFixApiTrade: false,
      enableFixReadOnly: false,
    }),
  },
};

/** Binance tells the factor that a fee is multiplied with: 0.75 where a quarter is left off. */
function wireDiscount({ feeCoin }: Account) {
  if (!feeCoin) return { enabledForAccount: false, enabledForSymbol: false, discountAsset: 'BNB', discount: '0.00000000' };
  const discount = wireMoney(toUnits('1') - toUnits(feeCoin.discount));
  return { enabledForAccount: true, enabledForSymbol: true, discountAsset: feeCoin.currency, discount };
}

function commission({ fees }: VirtualExchange) {
  return { maker: wireMoney(toUnits(fees.maker)), taker: wireMoney(toUnits(fees.taker)), buyer: '0.00000000', seller: '0.00000000' };
}

function wireAccount(exchange: VirtualExchange, { account, apiKey }: Signer, omitZero: boolean) {
  const held = exchange.ledger.holdings(account.id);
  const currencies = new Set([...exchange.markets.values()].flatMap(({ base, counter }) => [base, counter]).concat(...held.keys()));
  const balances = [...currencies].map((currency) => {
    const { free, locked } = exchange.ledger.holding(account.id, currency);
    return { free, locked, wire: { asset: currency, free: wireMoney(free), locked: wireMoney(locked) } };
  });
  const rates = commission(exchange);
  return {
    makerCommission: Math.round(Number(rates.maker) * 10_000),
    takerCommission: Math.round(Number(rates.taker) * 10_000),
    buyerCommission: 0,
    sellerCommission: 0,
    commissionRates: rates,
    canTrade: apiKey.rights.trade,
    canWithdraw: apiKey.rights.withdraw,
    canDeposit: true,
    brokered: false,
    requireSelfTradePrevention: false,
    preventSor: false,
    updateTime: account.updatedAt,
    accountType: 'SPOT',
    balances: balances.filter(({ free, locked }) => !omitZero || free + locked > 0n).map(({ wire }) => wire),
    permissions: ['SPOT'],
    uid: Number(account.id.slice(1)),
  };
}

/** From an id on: the first ones after it; otherwise the latest ones in a stretch of time. */
function selectTrades(call: SignedCall) {
  const { exchange, parameters, account } = call;
  const { market } = requireLive(call);
  const fromId = parameters.integer('fromId');
  const orderId = parameters.integer('orderId');
  const { from, to } = readStretch(parameters);
  const limit = parameters.limit({ usual: 500, most: 1_000 });
  if ((fromId ?? orderId) !== undefined && (from ?? to) !== undefined) throw invalidCombination();
  return exchange.lists.fills(account, market.pair, (trades) => {
    const found = trades
      .slice(fromId === undefined ? 0 : firstFrom(trades, fromId))
      .filter(
        (trade) =>
          (orderId === undefined || trade.orderId === orderId) && trade.at >= (from ?? 0) && trade.at <= (to ?? Number.POSITIVE_INFINITY),
      );
    return fromId === undefined && from === undefined ? found.slice(-limit) : found.slice(0, limit);
  });
}

/** Index of the first trade with this id or a later one. */
function firstFrom(trades: readonly { readonly id: number }[], id: number): number {
  let [low, high] = [0, trades.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((trades[middle]?.id ?? id) < id) low = middle + 1;
    else high = middle;
  }
  return low;
}
