import { ExchangeError } from '@tenbin/exchange';
import { DomainError } from '@tenbin/market';
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
 * @returns the exit code: 0 done, 1 refused or failed, 130 interrupted
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
    const words = wordsFor(error);
    if (words === null) throw error;
    for (const line of words) terminal.complain(line);
    return 1;
  }
}

/** Null where it is a fault of ours. */
function wordsFor(error: unknown): string[] | null {
  if (error instanceof ExchangeError) {
    if (error.kind !== 'transient') return [`refused: ${error.message}`];
    return [`The exchange could not be reached: ${error.message}`, 'What was fetched is kept: the same command goes on from here.'];
  }
  if (error instanceof DomainError) {
    const isUsage = error.code === 'optionMissing' || error.code === 'optionInvalid';
    return [`refused: ${error.message}`, ...(isUsage ? ['', usage] : [])];
  }
  const isArguments = error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
  return isArguments ? [error.message, '', usage] : null;
}
