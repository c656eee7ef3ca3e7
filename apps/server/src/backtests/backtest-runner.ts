import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { Turnstile } from '@tenbin/engine';
import { DomainError } from '@tenbin/market';
import { Refusal } from '../route/refusal.ts';
import type { BacktestJob } from './backtest-job.ts';
import type { ThreadAnswer } from './backtest-thread.ts';
import type { BacktestResult } from './compute-backtest.ts';

/** Computes back-tests beside the event loop, one at a time, so that every other call stays as fast as it is. */
export interface BacktestRunner {
  /**
   * @throws {DomainError} as `computeBacktest`; {Refusal} `tooManyRequests` where too many wait, `backtestTooLarge`
   * where it takes too long
   */
  run(job: BacktestJob): Promise<BacktestResult>;
  /**
   * Lets one asker have only a few under way at once, what they load included: the others' turn comes too.
   *
   * @param asker - such as the caller's address
   * @throws {Refusal} `tooManyRequests`
   */
  admit<Result>(asker: string, work: () => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

const mostWaiting = 20;
const mostOfAsker = 4;
const tryAgainSeconds = 5;

const refuse = (): Refusal => new Refusal('tooManyRequests', { facts: { seconds: tryAgainSeconds }, retryAfterSeconds: tryAgainSeconds });

export function createBacktestRunner({ timeoutMs = 20_000 }: { timeoutMs?: number } = {}): BacktestRunner {
  const door = new Turnstile(1);
  let thread: Worker | null = null;
  let waiting = 0;
  const underWay = new Map<string, number>();

  function requireThread(): Worker {
    if (thread) return thread;
    const made = new Worker(new URL('./backtest-thread.ts', import.meta.url));
    made.unref();
    made.on('exit', () => {
      if (thread === made) thread = null;
    });
    thread = made;
    return made;
  }

  async function compute(job: BacktestJob): Promise<BacktestResult> {
    const worker = requireThread();
    const timeUp = AbortSignal.timeout(timeoutMs);
    // Copies of exactly the blocks: a buffer of the database's driver may be a piece of something larger.
    const series = job.series.map(({ pair, blocks }) => ({ pair, blocks: blocks.map((block) => new Uint8Array(block)) }));
    worker.postMessage(
      { ...job, series },
      series.flatMap(({ blocks }) => blocks.map(({ buffer }) => buffer)),
    );
    try {
      const [answer] = (await once(worker, 'message', { signal: timeUp })) as [ThreadAnswer];
      if ('result' in answer) return answer.result;
      if ('refusal' in answer) throw new DomainError(answer.refusal.code, answer.refusal.facts);
      throw new Error('a back-test failed', { cause: answer.fault });
    } catch (error) {
      if (!timeUp.aborted) throw error;
      await worker.terminate();
      throw new Refusal('backtestTooLarge', { cause: error });
    }
  }

  return {
    async run(job) {
      if (waiting >= mostWaiting) throw refuse();
      waiting += 1;
      try {
        return await door.pass(() => compute(job));
      } finally {
        waiting -= 1;
      }
    },
    async admit(asker, work) {
      const before = underWay.get(asker) ?? 0;
      if (before >= mostOfAsker) throw refuse();
      underWay.set(asker, before + 1);
      try {
        return await work();
      } finally {
        const left = (underWay.get(asker) ?? 1) - 1;
        if (left === 0) underWay.delete(asker);
        else underWay.set(asker, left);
      }
    },
    async close() {
      await thread?.terminate();
    },
  };
}
