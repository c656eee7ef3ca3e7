/**
 * Makes the week's trades, prices, transfers and roundings: `npm exec -- node tests/golden-week/make-week.ts`. The same every time.
 * A bot of BTC, ETH and USDT, width 1 %: it begins with a wallet worth 1 / 1 / 1.05 and evens it out as a taker, pays its
 * fees in BNB until the BNB is used up, gets a deposit on the third day and gives money out on the fifth.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { add, type Balances, type Decimal, multiply, negate, type PairName, parseDecimal, parsePair, subtract } from '@tenbin/market';
import { applyFill, wantedOrders } from '@tenbin/strategy';

const pairs: readonly PairName[] = ['BTC/USDT', 'ETH/USDT', 'ETH/BTC'];
const startAt = Date.UTC(2026, 0, 5);
const dayMs = 86_400_000;
const stepMs = 30 * 60_000;
const rules = new Map(
  [
    { pair: 'BTC/USDT', tickSize: '0.01', lotSize: '0.00001' },
    { pair: 'ETH/USDT', tickSize: '0.01', lotSize: '0.0001' },
    { pair: 'ETH/BTC', tickSize: '0.00001', lotSize: '0.001' },
  ].map((market) => [
    market.pair,
    {
      ...market,
      minimumAmount: '0',
      maximumAmount: null,
      minimumNotional: '0',
      minimumPrice: null,
      maximumPrice: null,
      priceBand: null,
      makerFee: 0.001,
      takerFee: 0.001,
      baseUnit: '0.00000001',
      counterUnit: '0.00000001',
    },
  ]),
);

/** A row of numbers that looks like chance. */
function chance(): () => number {
  let state = 20_260_105;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648 - 0.5;
  };
}

const short = (value: number, digits: number): Decimal => parseDecimal(Number(value.toFixed(digits)));

const next = chance();
let [btc, eth, bnb] = [60_000, 3_000, 600];
let held: Balances = { BTC: '0.1', ETH: '2', USDT: '6300' };
let bnbLeft = 0.0025;
const files = { trades: [] as string[], days: [] as string[], transfers: [] as string[], roundings: [] as string[] };
const start = ['currency,amount,usd', `BTC,${held.BTC},${btc}`, `ETH,${held.ETH},${eth}`, `USDT,${held.USDT},1`];

const middleOf = (pair: PairName): number => (pair === 'BTC/USDT' ? btc : pair === 'ETH/USDT' ? eth : eth / btc);
const isoOf = (at: number): string => new Date(at).toISOString();

function trade(order: { pair: PairName; side: 'buy' | 'sell'; price: Decimal; amount: Decimal }, at: number, isMaker: boolean): void {
  const { pair, side, amount } = order;
  const { base, counter } = parsePair(pair);
  const middle = short(middleOf(pair), 8);
  const price = isMaker ? order.price : short(middleOf(pair) * (side === 'buy' ? 1.0001 : 0.9999), pair === 'ETH/BTC' ? 5 : 2);
  const notional = multiply(price, amount);
  const received = side === 'buy' ? base : counter;
  const usdOf = (currency: string): number => ({ BTC: btc, ETH: eth, USDT: 1, BNB: bnb })[currency] ?? Number.NaN;
  const full = Number(side === 'buy' ? amount : notional) * 0.001;
  const inBnb = (full * 0.75 * usdOf(received)) / bnb;
  const isInBnb = bnbLeft >= inBnb;
  const fee = isInBnb ? short(inBnb, 8) : short(full, 8);
  if (isInBnb) bnbLeft -= Number(fee);
  const fill = { pair, side, price, amount, notional, fee, feeCurrency: isInBnb ? 'BNB' : received };
  held = applyFill(held, fill);
  const figures = [pair, side, price, amount, notional, fee, fill.feeCurrency, isMaker ? 'maker' : 'taker', middle];
  files.trades.push([isoOf(at), ...figures, btc, eth, bnb].join());
}

const wanted = () => wantedOrders({ balances: held, pairs, delta: 0.005, rules });
const isReached = ({ pair, side, price }: { pair: PairName; side: string; price: Decimal }): boolean =>
  side === 'sell' ? middleOf(pair) >= Number(price) : middleOf(pair) <= Number(price);

/** Money that comes or goes is taken in at the next start. */
function restartWith(at: number, amounts: Balances): void {
  for (const [currency, amount] of Object.entries(amounts)) {
    held = { ...held, [currency]: add(held[currency] ?? '0', amount) };
    files.transfers.push([isoOf(at), currency, amount, btc, eth].join());
  }
  evenOut(at + 1_000);
}

/** Right after a start every order that crosses the market takes from the book. */
function evenOut(at: number): void {
  for (let crossing = wanted().find(isReached); crossing; crossing = wanted().find(isReached)) trade(crossing, at, false);
}

evenOut(startAt + 1_000);
for (let at = startAt + stepMs; at < startAt + 7 * dayMs; at += stepMs) {
  const [both, one, other] = [next(), next(), next()];
  btc = Number((btc * (1 + 0.006 * both + 0.006 * one)).toFixed(2));
  eth = Number((eth * (1 + 0.006 * both + 0.01 * other)).toFixed(2));
  bnb = Number((bnb * (1 + 0.004 * both)).toFixed(2));
  for (let order = wanted().find(isReached); order; order = wanted().find(isReached)) trade(order, at, true);
  const passed = at - startAt;
  if (passed === 2 * dayMs + 12 * 3_600_000) restartWith(at, { USDT: '3000', BTC: '0.02' });
  if (passed === 4 * dayMs + 6 * 3_600_000) restartWith(at, { ETH: '-0.25' });
  if (passed % (36 * 3_600_000) === 0) {
    const rounding = passed % (72 * 3_600_000) === 0 ? '-0.00000002' : '0.00000001';
    held = { ...held, BTC: subtract(held.BTC ?? '0', negate(rounding)) };
    files.roundings.push([isoOf(at), 'BTC', rounding].join());
  }
  if ((at + stepMs - startAt) % dayMs === 0) files.days.push([isoOf(at).slice(0, 10), btc, eth].join());
}

const heads = {
  trades: 'at,pair,side,price,amount,notional,fee,fee_coin,role,market_price,usd_btc,usd_eth,usd_bnb',
  days: 'day,usd_btc,usd_eth',
  transfers: 'at,currency,amount,usd_btc,usd_eth',
  roundings: 'at,currency,amount',
};
const write = (name: string, lines: readonly string[]): void =>
  writeFileSync(join(import.meta.dirname, `${name}.csv`), `${lines.join('\n')}\n`);
write('start', start);
for (const [name, lines] of Object.entries(files)) write(name, [heads[name as keyof typeof heads], ...lines]);
