import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type BacktestWorkerClient, startBacktestWorker } from './backtest-worker-client.ts';
import type { Answer, OpenedMarket, SeriesBlocks, Trial, TrialPlan, WidthPoint } from './worker-messages.ts';

/** What is known so far. */
export interface BacktestView {
  readonly market: OpenedMarket | null;
  readonly trial: Trial | null;
  /** By width. */
  readonly points: readonly WidthPoint[];
  readonly isSwept: boolean;
  /** Code of what was refused last. */
  readonly refused: string | null;
}

interface Wanted {
  readonly series: readonly SeriesBlocks[] | null;
  readonly plan: TrialPlan;
  /** Whether the run keeps to the exchange's grid and minimums. The many widths beside it never do: they would be slow. */
  readonly underRules: boolean;
  /** Percent. */
  readonly width: number;
  readonly widths: readonly number[];
  /** Another one starts anew what had broken. */
  readonly attempt: number;
}

const nothing: BacktestView = { market: null, trial: null, points: [], isSwept: false, refused: null };

/** Tries a width out, and beside it many, in a worker: the newest request is answered, those in between are passed over. */
export function useBacktestWorker({ series, plan, underRules, width, widths, attempt }: Wanted): BacktestView {
  const [view, setView] = useState(nothing);
  const client = useRef<BacktestWorkerClient | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is nothing but the same again
  useEffect(() => {
    if (!series) return;
    setView(nothing);
    const started = startBacktestWorker((answer) => {
      const take = () => setView((now) => withAnswer(now, answer));
      // What a slider waits for is drawn at once, in the next frame; the rest when there is time.
      if (answer.kind === 'ran') flushSync(take);
      else take();
    });
    client.current = started;
    started.ask({ kind: 'open', series, pairs: series.map(({ pair }) => pair) });
    return () => {
      client.current = null;
      started.close();
    };
  }, [series, attempt]);
  const { market } = view;
  // Before the frame is painted: the worker computes while the page still draws the slider.
  useLayoutEffect(() => {
    if (market) client.current?.ask({ kind: 'run', plan, width, underRules });
  }, [market, plan, width, underRules]);
  useEffect(() => {
    if (!market) return;
    setView((now) => ({ ...now, points: [], isSwept: false }));
    client.current?.ask({ kind: 'sweep', plan, widths });
  }, [market, plan, widths]);
  return view;
}

function withAnswer(view: BacktestView, answer: Answer): BacktestView {
  switch (answer.kind) {
    case 'opened':
      return { ...view, market: answer.market, refused: null };
    case 'ran':
      return { ...view, trial: answer.trial, refused: null };
    case 'swept':
      return { ...view, points: [...view.points, ...answer.points], isSwept: answer.isWhole };
    case 'refused':
      return { ...view, refused: answer.code };
    default:
      return answer satisfies never;
  }
}
