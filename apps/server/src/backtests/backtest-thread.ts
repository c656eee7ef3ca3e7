/** The thread that computes back-tests, one after the other. Started by `BacktestRunner`. */
import { parentPort } from 'node:worker_threads';
import { DomainError, type Facts } from '@tenbin/market';
import type { BacktestJob } from './backtest-job.ts';
import { type BacktestResult, computeBacktest } from './compute-backtest.ts';

/** What the thread answers to a job. */
export type ThreadAnswer =
  | { readonly result: BacktestResult }
  | { readonly refusal: { readonly code: string; readonly facts: Facts } }
  | { readonly fault: Error };

parentPort?.on('message', async (job: BacktestJob) => parentPort?.postMessage(await answerTo(job)));

async function answerTo(job: BacktestJob): Promise<ThreadAnswer> {
  try {
    return { result: await computeBacktest(job) };
  } catch (error) {
    if (error instanceof DomainError) return { refusal: { code: error.code, facts: error.facts } };
    return { fault: error instanceof Error ? error : new Error(String(error)) };
  }
}
