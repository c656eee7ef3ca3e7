import type { DecisionBuilder } from './decision-builder.ts';
import { beginStop } from './stop.ts';

/** A pair that is gone for good ends whatever its bot does: without it nothing can be started, made even or quoted. */
export function stopIfGone(turn: DecisionBuilder): void {
  const { phase, strategy } = turn.state;
  if (phase.kind === 'stopped' || phase.kind === 'stopping') return;
  const pair = strategy.pairs.find((one) => turn.view.closed.get(one) === 'gone');
  if (pair === undefined) return;
  const [code, facts] = ['pairNotAvailable', { pair }] as const;
  if (phase.kind === 'starting') turn.note('startRefused', { code, facts });
  beginStop(turn, { by: 'automatic', fault: { code, facts } });
}
