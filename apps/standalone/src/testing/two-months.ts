import type { Stage, Trader } from './trading-stage.ts';

const utc = (text: string) => new Date(`${text}:00Z`);

/** Both calendars, that of UTC and that of the organization, which is Tokyo's, begin a month between two of them, and a payment period begins. */
const runsAt = [utc('2031-03-28T12:00'), utc('2031-03-31T14:00'), utc('2031-03-31T20:00'), utc('2031-04-01T06:00')] as const;
export const paymentPeriod = { start: utc('2031-03-28T18:00'), end: utc('2031-04-28T18:00') };
export const monthInTokyo = { start: utc('2031-03-31T15:00'), end: utc('2031-04-30T15:00') };
export const monthsInUtc = [
  { month: '2031-03', from: utc('2031-03-01T00:00'), to: utc('2031-04-01T00:00') },
  { month: '2031-04', from: utc('2031-04-01T00:00'), to: utc('2031-05-01T00:00') },
] as const;

export const twoMonths = { start: runsAt[0], period: paymentPeriod, tradingLimit: '1500' };

/**
 * Two bots of a user trade on two accounts over the end of a month and the beginning of a payment period: orders in parts, an
 * order cut short, one that makes the balances even, fees in a coin that is not balanced, money that comes and goes.
 *
 * @param beforeTheLastStop - what is done while both still run, and nothing moves
 */
export async function tradeForTwoMonths(stage: Stage, beforeTheLastStop: (both: readonly Trader[]) => Promise<void> = async () => {}) {
  const first = await stage.addTrader({ BTC: '0.1', ETH: '2', USDT: '6000' });
  // Not quite even, and its fees are paid in a coin that it does not balance.
  const second = await stage.addTrader({ BTC: '0.15', ETH: '3.006', USDT: '9024', BNB: '1' });
  stage.floor.exchange.setFeeCoin(second.accountId, { currency: 'BNB', discount: '0.25' });
  const both = [first, second];
  /** There and back again: as often as there are bots each time. */
  const swing = async (pair: string, sides: readonly ('buy' | 'sell')[]) => {
    for (const side of sides) for (const _ of both) await stage.trade(both, pair, { side });
  };

  const [run1, run2, run3, run4] = runsAt;
  await stage.run(run1, both, async () => {
    await swing('BTC/USDT', ['buy', 'sell']);
    await stage.trade(both, 'ETH/BTC', { side: 'sell' });
  });
  await stage.run(run2, both, async () => {
    await stage.put('BNB/USDT', 612);
    await swing('ETH/USDT', ['sell', 'buy']);
    // In two parts, between which another order trades.
    await stage.trade(both, 'BTC/USDT', { side: 'buy', share: 40n });
    await stage.trade(both, 'ETH/USDT', { side: 'buy' });
    await stage.trade(both, 'BTC/USDT', { side: 'buy' });
    // The rest of it is cancelled by the stop.
    await stage.trade(both, 'ETH/USDT', { side: 'buy', share: 50n });
  });
  // More than the bot's width: as it starts, two of its orders would cross the market.
  stage.floor.exchange.deposit(first.key, 'USDT', '91.7');
  await stage.run(run3, both, async () => {
    await stage.trade([first], 'BTC/USDT', { side: 'buy' });
    await stage.trade([first], 'ETH/USDT', { side: 'buy' });
    await swing('ETH/BTC', ['buy', 'sell']);
  });
  stage.floor.exchange.changeBalance(second.accountId, 'ETH', '-0.0051');
  stage.floor.exchange.deposit(first.key, 'BTC', '0.0002');
  await stage.run(run4, both, async () => {
    await swing('BTC/USDT', ['sell', 'buy']);
    await stage.put('BNB/USDT', 595);
    await stage.putBetween(both);
    await beforeTheLastStop(both);
  });
  return { first, second, moments: [...runsAt, stage.runtime.now()] };
}
