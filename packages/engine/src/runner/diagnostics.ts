import { isSettled } from '@tenbin/bots';
import type { BotState } from '../decision/bot-state.ts';

/** How a bot stands in the process that runs it, for whoever asks why it does not go on. Plain JSON, nothing secret. */
export interface BotDiagnostics
  extends Pick<
    BotState,
    'id' | 'link' | 'turnAt' | 'hold' | 'snapshot' | 'walletProbe' | 'fullSyncDue' | 'away' | 'checkAt' | 'walletDiffers'
  > {
  readonly phase: BotState['phase']['kind'];
  /** Orders that may still change. */
  readonly unsettled: readonly string[];
  readonly isConnected: boolean;
  readonly isClosing: boolean;
  /** What was begun and has not ended, by its name. */
  readonly underWay: readonly string[];
  /** Events that wait for their turn. */
  readonly waiting: number;
  /** Failures of ours in a row. */
  readonly failures: number;
}

export function diagnosticsOf(
  { id, phase, link, turnAt, hold, snapshot, walletProbe, fullSyncDue, away, checkAt, walletDiffers, orders }: BotState,
  running: Pick<BotDiagnostics, 'isConnected' | 'isClosing' | 'underWay' | 'waiting' | 'failures'>,
): BotDiagnostics {
  const unsettled = orders
    .filter((order) => !isSettled(order))
    .map(
      ({ clientOrderId, pair, side, state, reportedFilled, cancelAskedAt }) =>
        `${clientOrderId} ${pair} ${side} ${state}, filled ${reportedFilled}, cancelling ${cancelAskedAt?.toISOString() ?? 'not asked for'}`,
    );
  return {
    id,
    phase: phase.kind,
    link,
    turnAt,
    hold,
    snapshot,
    walletProbe,
    fullSyncDue,
    away,
    checkAt,
    walletDiffers,
    unsettled,
    ...running,
  };
}
