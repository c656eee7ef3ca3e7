/** The worker that computes while the page stays free: candles are opened once, then every question is answered in turn. */
import { DomainError } from '@tenbin/market';
import { BacktestSession, columnsOf } from './backtest-session.ts';
import type { Answer, Question } from './worker-messages.ts';

/** What a worker has of its scope here. */
interface Scope {
  onmessage: ((event: MessageEvent<Question>) => void) | null;
  postMessage(answer: Answer, transfer?: ArrayBuffer[]): void;
}
const scope = globalThis as unknown as Scope;

/** Widths of a sweep between two looks at whether something else is asked. */
const widthsAtOnce = 1;
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

let session: BacktestSession | null = null;
let sweeps = 0;

async function sweep({ plan, widths }: Extract<Question, { kind: 'sweep' }>): Promise<void> {
  sweeps += 1;
  const own = sweeps;
  for (let first = 0; first < widths.length; first += widthsAtOnce) {
    await pause();
    if (own !== sweeps || !session) return;
    const open = session;
    const points = widths.slice(first, first + widthsAtOnce).map((width) => open.point(plan, width));
    scope.postMessage({ kind: 'swept', points, isWhole: first + widthsAtOnce >= widths.length });
  }
}

async function answer(question: Question): Promise<void> {
  switch (question.kind) {
    case 'open':
      session = await BacktestSession.open(question.series, question.pairs);
      scope.postMessage({ kind: 'opened', market: session.market });
      return;
    case 'run': {
      if (!session) return;
      const trial = session.run(question.plan, question.width, question);
      scope.postMessage({ kind: 'ran', trial }, columnsOf(trial));
      return;
    }
    case 'sweep':
      return sweep(question);
    default:
      question satisfies never;
  }
}

scope.onmessage = ({ data }) => {
  answer(data).catch((error: unknown) => {
    const code = error instanceof DomainError ? error.code : 'unexpected';
    scope.postMessage({ kind: 'refused', of: data.kind, code });
  });
};
