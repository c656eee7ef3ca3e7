/**
 * `npm run soak:trades -- FOLDER FROM TO WIDTH`: every trade of a bot live on replayed candles against the backtest's.
 * As the test of the same trades, over any stretch: `… ../shared/data/candles/a-2021-crash-1m 2021-05-12 2021-05-13 0.5`.
 * Exit code 1 at the first trade that differs.
 */
import { tradeBack, tradeLive } from '../../packages/engine/src/testing/replayed-trades.ts';

const [folder, from, to, width] = process.argv.slice(2);
if (!folder || !from || !to || !width) throw new Error('FOLDER FROM TO WIDTH: a folder of candles, two dates, a percentage');

const say = (text: string) => process.stdout.write(`${text}\n`);
const replay = { folder, from: Date.parse(from), to: Date.parse(to) - 1, width: Number(width) };
const { balances, trades } = tradeBack(replay);
say(`backtest: ${trades.length} trades`);
const { trades: live } = await tradeLive(replay, balances);
say(`live: ${live.length} trades`);
const differing = Array.from({ length: Math.max(live.length, trades.length) }, (_, index) => index).find(
  (index) => JSON.stringify(live[index]) !== JSON.stringify(trades[index]),
);
if (differing === undefined) say('every trade is the same');
else {
  say(`trade ${differing + 1} differs: backtest ${JSON.stringify(trades[differing])}, live ${JSON.stringify(live[differing])}`);
  process.exitCode = 1;
}
