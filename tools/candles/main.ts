/** `npm run candles`: downloads an exchange's candles into files that `npm run backtest` reads. */
import { Interrupted, runCandles } from './run-candles.ts';

const interruption = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interruption.abort(new Interrupted(signal)));

const isSeen = process.stderr.isTTY;
process.exitCode = await runCandles(process.argv.slice(2), {
  terminal: {
    print: (line) => process.stdout.write(`${line}\n`),
    complain: (line) => process.stderr.write(`${line}\n`),
    show: (line) => isSeen && process.stderr.write(`\r\u001B[K${line}`),
  },
  signal: interruption.signal,
  now: Date.now(),
});
