import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { DomainError } from '@tenbin/market';
import { abortAfter } from '@tenbin/runtime';
import type { Log } from '@tenbin/telemetry';
import type { Clock } from '../clock.ts';
import { FairGate } from '../limits/fair-gate.ts';
import { type Asker, Places } from '../limits/places.ts';
import { Refusal } from '../route/refusal.ts';
import type { BacktestJob } from './backtest-job.ts';
import type { ThreadAnswer } from './backtest-thread.ts';
import type { BacktestResult } from './compute-backtest.ts';

/** Computes back-tests beside the event loop, one at a time, so that every other call stays as fast as it is. */
export interface BacktestRunner {
  /**
   * @throws {DomainError} as `computeBacktest`; {Refusal} `backtestTooLarge` where it takes too long or too much memory
   */
  run(job: BacktestJob, asker: Asker): Promise<BacktestResult>;
  /**
   * Lets one asker have only a few under way at once, what they load included: the others' turn comes too.
   *
   * @throws {Refusal} `tooManyRequests`
   */
  admit<Result>(asker: Asker, work: () => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

interface Settings {
  readonly clock: Pick<Clock, 'after'>;
  readonly log: Log;
  readonly timeoutMs?: number;
  /** What the thread may have for its objects; candles are beside it. */
  readonly maxMegabytes?: number;
}

const places = { most: 16, maxPerOrganization: 8, maxPerUser: 4, askAgainSeconds: 5 };

export function createBacktestRunner({ clock, log, timeoutMs = 20_000, maxMegabytes = 1_024 }: Settings): BacktestRunner {
  const gate = new FairGate(1);
  const admitted = new Places(places);
  let thread: Worker | null = null;

  function requireThread(): Worker {
    if (thread) return thread;
    const made = new Worker(new URL('./backtest-thread.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: maxMegabytes },
    });
    made.unref();
    const forget = (): void => {
      if (thread === made) thread = null;
    };
    // Whoever waits for an answer hears of it too; between two jobs nobody does, and it would end the process.
    made.on('error', (error) => {
      forget();
      log.warn({ err: error }, 'backtest.thread_failed');
    });
    made.on('exit', forget);
    thread = made;
    return made;
  }

  async function compute(job: BacktestJob): Promise<BacktestResult> {
    const worker = requireThread();
    const timeUp = abortAfter(clock, timeoutMs);
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
      if (!timeUp.aborted && !isOutOfMemory(error)) throw error;
      await worker.terminate();
      throw new Refusal('backtestTooLarge', { cause: error });
    }
  }

  return {
    run: (job, asker) => gate.pass(asker, () => compute(job)),
    async admit(asker, work) {
      const giveBack = admitted.take(asker);
      try {
        return await work();
      } finally {
        giveBack();
      }
    },
    async close() {
      await thread?.terminate();
    },
  };
}

const isOutOfMemory = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
