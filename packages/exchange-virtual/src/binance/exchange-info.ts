import type { LiveMarket } from '../exchange/live-market.ts';
import type { VirtualExchange } from '../exchange/virtual-exchange.ts';
import { digitsOf } from '../ledger/units.ts';
import { preventions, wireDigits, zero } from './order-wire.ts';
import type { RateLimits } from './rate-limits.ts';

const eight = (value: string): string => {
  const digits = digitsOf(value);
  return digits >= wireDigits ? value : `${value.split('.')[0]}.${(value.split('.')[1] ?? '').slice(0, digits).padEnd(wireDigits, '0')}`;
};

/** GET exchangeInfo. */
export function wireExchangeInfo(exchange: VirtualExchange, limits: RateLimits, lives: readonly LiveMarket[]) {
  return {
    timezone: 'UTC',
    serverTime: exchange.now(),
    rateLimits: [
      { rateLimitType: 'REQUEST_WEIGHT', interval: 'MINUTE', intervalNum: 1, limit: limits.weightPerMinute },
      { rateLimitType: 'ORDERS', interval: 'SECOND', intervalNum: 10, limit: limits.ordersPerTenSeconds },
      { rateLimitType: 'ORDERS', interval: 'DAY', intervalNum: 1, limit: limits.ordersPerDay },
      // Binance says it in its documentation only; a client cannot know what holds at this address.
      ...(Number.isFinite(limits.connectionsPerFiveMinutes)
        ? [{ rateLimitType: 'CONNECTIONS', interval: 'MINUTE', intervalNum: 5, limit: limits.connectionsPerFiveMinutes }]
        : []),
    ],
    exchangeFilters: [],
    symbols: lives.map((live) => wireMarket(exchange, live, limits)),
  };
}

function wireMarket({ moneyDigits }: VirtualExchange, { market, rules }: LiveMarket, { openOrdersPerSymbol }: RateLimits) {
  const [baseDigits, counterDigits] = [moneyDigits(market.base), moneyDigits(market.counter)];
  const { buyUp, buyDown, sellUp, sellDown } = market.priceBand;
  return {
    symbol: market.symbol,
    status: rules.state === 'trading' ? 'TRADING' : 'BREAK',
    baseAsset: market.base,
    baseAssetPrecision: baseDigits,
    quoteAsset: market.counter,
    quotePrecision: counterDigits,
    quoteAssetPrecision: counterDigits,
    baseCommissionPrecision: baseDigits,
    quoteCommissionPrecision: counterDigits,
    orderTypes: ['LIMIT', 'LIMIT_MAKER', 'MARKET'],
    icebergAllowed: false,
    ocoAllowed: false,
    otoAllowed: false,
    quoteOrderQtyMarketAllowed: true,
    allowTrailingStop: false,
    cancelReplaceAllowed: false,
    amendAllowed: false,
    isSpotTradingAllowed: true,
    isMarginTradingAllowed: false,
    filters: [
      {
        filterType: 'PRICE_FILTER',
        minPrice: eight(rules.tickSize),
        maxPrice: eight(market.maximumPrice),
        tickSize: eight(rules.tickSize),
      },
      { filterType: 'LOT_SIZE', minQty: eight(rules.minimumAmount), maxQty: eight(market.maximumAmount), stepSize: eight(rules.lotSize) },
      { filterType: 'MARKET_LOT_SIZE', minQty: zero, maxQty: eight(market.maximumAmount), stepSize: zero },
      {
        filterType: 'PERCENT_PRICE_BY_SIDE',
        bidMultiplierUp: String(buyUp),
        bidMultiplierDown: String(buyDown),
        askMultiplierUp: String(sellUp),
        askMultiplierDown: String(sellDown),
        avgPriceMins: 5,
      },
      {
        filterType: 'NOTIONAL',
        minNotional: eight(rules.minimumNotional),
        applyMinToMarket: true,
        maxNotional: '9000000.00000000',
        applyMaxToMarket: false,
        avgPriceMins: 5,
      },
      { filterType: 'MAX_NUM_ORDERS', maxNumOrders: openOrdersPerSymbol },
    ],
    permissions: [],
    permissionSets: [['SPOT']],
    defaultSelfTradePreventionMode: preventions[rules.selfTradePrevention],
    allowedSelfTradePreventionModes: Object.values(preventions),
  };
}
