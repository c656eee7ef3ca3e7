import type { DecisionBuilder } from './decision-builder.ts';
import { isWindingUp } from './is-over.ts';
import { cancelAll } from './quote.ts';

/** Of a bot that has stopped: has what is still open cancelled, and leaves when nothing is. */
export function windUp(turn: DecisionBuilder): void {
  if (turn.state.phase.kind !== 'stopped' || turn.state.link === 'none') return;
  if (isWindingUp(turn.state)) {
    cancelAll(turn);
    return;
  }
  turn.change({ link: 'none', hold: null, snapshot: null, checkAt: null });
  turn.act({ type: 'disconnect' });
}
