import { defaultMarkets, readCandleFolder, replayFeed } from '@tenbin/exchange-virtual';
import { applyFill } from '@tenbin/strategy';
import { openTestDatabase } from '@tenbin/testkit';
import { candleDays } from '@tenbin/testkit/candle-days';
import { describe, expect, test } from 'vitest';
import { untilAtRest } from './testing/at-rest.ts';
import { TradingFloor } from './testing/trading-floor.ts';

const pairs = ['BTC/USDT', 'ETH/USDT', 'ETH/BTC'];
const delta = 0.01;

describe.each(candleDays)('a bot over $name', ({ folder, isHere, followed }) => {
  test.skipIf(!isHere)('ends with exactly the balances that its fills explain and the exchange says', async () => {
    const source = readCandleFolder(folder)
      .filter(({ pair }) => pairs.includes(pair))
      .map((file) => ({
        ...file,
        candles: file.candles.filter(({ at }) => at >= Date.parse(followed.from) && at <= Date.parse(followed.to)),
      }));
    const markets = defaultMarkets.filter(({ pair }) => pairs.includes(pair));
    const { database, close } = await openTestDatabase('pglite');
    const floor = await TradingFloor.open(database, { feed: replayFeed({ source }), markets, stepped: true }, { timeScale: 1 });
    try {
      const { bot, key } = await floor.addBot(floor.evenWallet('20000'), { pairs, delta });
      await floor.startWorker();
      await floor.setActive(bot, true);
      await floor.untilPhase(bot.id, 'running');
      const rest = { botId: bot.id, key, orders: 6 };
      await untilAtRest(floor, rest);
      let isTouched = false;
      floor.exchange.onAccount.subscribe(() => {
        isTouched = true;
      });
      while (floor.exchange.feed.step()) {
        if (isTouched) await untilAtRest(floor, rest);
        isTouched = false;
      }
      await floor.setActive(bot, false);
      const { ledger, executionCount } = await floor.untilPhase(bot.id, 'stopped');
      const fills = floor.exchange.accountTrades(key);
      expect(fills.length).toBeGreaterThan(25);
      expect(executionCount).toBe(fills.length);
      expect(fills.reduce(applyFill, ledger?.initialBalances ?? {})).toEqual(floor.wallet(key));
      expect(ledger?.balances).toEqual(floor.wallet(key));
      expect(await floor.explained(bot.id)).toEqual(floor.wallet(key));
      expect(ledger?.growth).toBeGreaterThan(0);
      expect(floor.openOrderCount(key)).toBe(0);
    } finally {
      await floor.close();
      await close();
    }
  });
});
