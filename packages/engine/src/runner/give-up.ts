import { type BotStep, ledgerAtEnd } from '@tenbin/bots';
import type { BotState } from '../decision/bot-state.ts';
import { type CancelOptions, cancelBeforeGivingUp } from '../orders/cancel-before-giving-up.ts';
import { JournalRefuses } from './journal.ts';

interface Given extends CancelOptions {
  /** Under which its last failure is logged. */
  readonly reference: string;
  /** @throws {JournalRefuses} */
  readonly record: (step: BotStep) => Promise<void>;
}

/**
 * Ends a bot that failed again and again: cancels what it can, and tells its owner what may be open.
 *
 * @returns the bot as it is stored now
 */
export async function giveUp(state: BotState, { reference, record, ...options }: Given): Promise<BotState> {
  const mayBeOpen = await cancelBeforeGivingUp(state.orders, options);
  const at = options.clock.now();
  const ledger = ledgerAtEnd(state, at);
  const stopped = { kind: 'stopped', receipt: null } as const;
  const end: BotStep = {
    phase: stopped,
    duringStop: { cancelled: [], filled: [] },
    messages: [{ code: 'internal', facts: { reference, mayBeOpen }, at }],
    active: false,
    timeline: [{ kind: 'failed', at, facts: { reference } }],
  };
  const { phase } = state;
  const failed = { status: 'failed', reason: 'internal', facts: { reference }, at } as const;
  const rest: BotStep = {
    ...(phase.kind === 'rebalancing' && { rebalance: { ...failed, id: phase.rebalanceId } }),
    ...(ledger && { ledger }),
  };
  await record({ ...rest, ...end }).catch((refusal: unknown) => {
    if (!(refusal instanceof JournalRefuses)) throw refusal;
    // What cannot be stored must not keep its owner from being told.
    return record(end);
  });
  return { ...state, phase: stopped };
}
