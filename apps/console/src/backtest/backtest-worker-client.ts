import type { Answer, Question } from './worker-messages.ts';

/** The worker, asked from the page. */
export interface BacktestWorkerClient {
  /** A run that is asked for while another one is under way waits for it; only the latest one waits. */
  ask(question: Question): void;
  close(): void;
}

/** Starts a worker of its own. @param listen - hears every answer, in order */
export function startBacktestWorker(listen: (answer: Answer) => void): BacktestWorkerClient {
  const worker = new Worker(new URL('./backtest-worker.ts', import.meta.url), { type: 'module' });
  let isRunning = false;
  let waiting: Question | null = null;
  const send = (question: Question) => {
    if (question.kind === 'run') isRunning = true;
    worker.postMessage(question);
  };
  worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
    if (data.kind === 'ran' || (data.kind === 'refused' && data.of === 'run')) {
      isRunning = false;
      if (waiting) send(waiting);
      waiting = null;
    }
    listen(data);
  });
  worker.addEventListener('error', (event) => {
    event.preventDefault();
    listen({ kind: 'refused', of: 'open', code: 'unexpected' });
  });
  return {
    ask(question) {
      if (question.kind === 'run' && isRunning) waiting = question;
      else send(question);
    },
    close: () => worker.terminate(),
  };
}
