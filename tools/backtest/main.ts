/** `npm run backtest`: the balancing strategy over candle files, or a market maker over them or over recorded books. Figures to standard output, records as CSV. */
import { runBacktestCommand } from './run-backtest.ts';

process.exitCode = runBacktestCommand(process.argv.slice(2), (target, line) =>
  (target === 1 ? process.stdout : process.stderr).write(`${line}\n`),
);
