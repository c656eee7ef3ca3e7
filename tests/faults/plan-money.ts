import type { FaultInput } from '@tenbin/exchange-virtual';
import { type Currency, currenciesOf, type Decimal, type PairName } from '@tenbin/market';
import { type Draw, drawFrom } from './draw.ts';
import { type Happening, troubleMs } from './happening.ts';

/** Little enough to run out in the middle of an order, or enough for a round. */
const coins = ['0.00002', '0.0004', '1'] as const;
/** In what fees are paid instead: no bot balances it. */
export const feeCoin: Currency = 'BNB';
/** Of one, so that a round needs no market of it. */
const coinPrices: Readonly<Record<Currency, Decimal>> = { USDT: '600', BTC: '0.01' };
const priceInCoin = '0.2';
const preventions = ['expireMaker', 'expireTaker', 'expireBoth', 'none'] as const;

/**
 * What happens to a round's money besides its trades: fees in another coin, another key, other ways in which orders of one
 * account meet, finer money. It has a draw of its own: what else a seed says about a round stays.
 *
 * @param only - as in `planRound`
 */
export function planMoney(
  seed: number,
  accountIds: readonly string[],
  { pairs, only }: { readonly pairs: readonly PairName[]; readonly only: readonly string[] | null },
): Happening[] {
  const prices = Object.fromEntries(currenciesOf(pairs).map((currency) => [currency, coinPrices[currency] ?? priceInCoin]));
  const draw = drawFrom(Math.imul(seed, 0x9e3779b1) >>> 0);
  const share = (type: string, usual: number) => (only?.includes(type) ? 1 : usual);
  const happenings = accountIds.flatMap((account): Happening[] => {
    const coin = planCoin(draw, account, prices);
    const key = { type: 'otherKey', atMs: draw.whole(0, troubleMs / 2), account, forMs: draw.whole(100, 3_000) } as const;
    return [...(draw.chance(share('changeFeeCoin', 0.2)) ? coin : []), ...(draw.chance(share('otherKey', 0.1)) ? [key] : [])];
  });
  const [currency, digits] = [draw.oneOf(['BTC', 'USDT']), draw.whole(8, 10)];
  const finer = fault(draw.whole(0, troubleMs / 2), { type: 'changeMoneyDigits', currency, digits });
  const meeting: FaultInput = {
    type: 'changeRules',
    pair: draw.oneOf(['BTC/USDT', 'ETH/BTC']),
    selfTradePrevention: draw.oneOf(preventions),
  };
  const meetings = fault(draw.whole(0, troubleMs / 2), meeting);
  if (draw.chance(share('changeMoneyDigits', 0.03))) happenings.push(finer);
  if (draw.chance(share('changeRules', 0.05))) happenings.push(meetings);
  return happenings;
}

/** Some of a coin, fees in it from then on, and perhaps not any more in the end. */
function planCoin(draw: Draw, account: string, prices: Readonly<Record<Currency, Decimal>>): Happening[] {
  const atMs = draw.whole(0, troubleMs / 2);
  const brought = fault(atMs, { type: 'changeBalance', account, currency: feeCoin, amount: draw.oneOf(coins) });
  const begins = fault(atMs + 50, { type: 'changeFeeCoin', account, currency: feeCoin, prices });
  const ends = fault(atMs + draw.whole(1_000, 4_000), { type: 'changeFeeCoin', account });
  return draw.chance(0.3) ? [brought, begins, ends] : [brought, begins];
}

const fault = (atMs: number, what: FaultInput): Happening => ({ type: 'fault', atMs, fault: what });
