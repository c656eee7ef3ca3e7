import { ExchangeError } from '@tenbin/exchange';
import { exitCodes, refusalWords } from '../command-line/refusal-words.ts';
import { download } from './download.ts';
import { readOptions, usage } from './options.ts';
import type { Terminal } from './progress.ts';

/** Why the download ended before it was done. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

/**
 * The command.
 *
 * @returns the exit code: 0 done, 1 the exchange failed, 2 asked wrongly, 130 interrupted
 */
export async function runCandles(
  args: readonly string[],
  { terminal, signal, now }: { terminal: Terminal; signal: AbortSignal; now: number },
): Promise<number> {
  if (args.length === 0 || args.includes('--help')) {
    terminal.print(usage);
    return 0;
  }
  try {
    await download(readOptions(args, now), { terminal, signal });
    return 0;
  } catch (error) {
    terminal.show('');
    if (signal.aborted) {
      terminal.complain('Interrupted. What was fetched is kept: the same command goes on from here.');
      return 130;
    }
    if (error instanceof ExchangeError) {
      for (const line of exchangeWords(error)) terminal.complain(line);
      return exitCodes.failed;
    }
    const words = refusalWords(error, 'npm run candles');
    if (words === null) throw error;
    terminal.complain(words);
    return exitCodes.refused;
  }
}

function exchangeWords({ kind, message }: ExchangeError): string[] {
  if (kind !== 'transient') return [`The exchange refused: ${message}`];
  return [`The exchange could not be reached: ${message}`, 'What was fetched is kept: the same command goes on from here.'];
}
