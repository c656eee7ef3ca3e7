import { isBehind, isSettled } from '@tenbin/bots';
import type { Wallet } from '@tenbin/market';
import type { WalletSeen } from '../account/account-book.ts';
import { areExplained, gapsOf, holdingsOf, type OthersHoldings } from '../account/position.ts';
import type { BotState } from './bot-state.ts';
import type { DecisionBuilder } from './decision-builder.ts';
import { isOver } from './is-over.ts';
import { noteReturn } from './note-return.ts';
import { quoting } from './quote.ts';

/**
 * The stream is live (again), and what happened until then may be missed. Mostly nothing did, and the wallet tells so in
 * one question instead of seven; where it does not, or cannot, everything is asked for.
 *
 * Why a wallet that agrees is enough to go on quoting, of a bot whose orders are all open as it knows them:
 *
 * 1. Nothing of the bot's was added meanwhile: an order is written down before it is sent, and one whose fate is not
 *    known makes the bot ask for everything.
 * 2. So what its orders hold back can only have become less: every fill, whole or in part, and every cancelling takes
 *    from what is held back in one currency, and none gives to it. Two fills, of whichever sides and sizes, cannot make
 *    up for one another here, even where they leave the totals as they were.
 * 3. The stream was live before the question was sent: what happens from then on is told, or shows in the wallet, or both.
 *    What is told while the wallet is on its way makes the answer void.
 * 4. What rounding may leave over, one smallest unit for a trade or an order, is less than any order or any trade that an
 *    exchange takes moves.
 * 5. Nothing that was seen before counts as somebody else's: an order placed by hand, or a deposit, differs.
 *
 * What could hide a change is an order of somebody else's, placed meanwhile in place of one of ours that was cancelled,
 * holding back the same amount of the same currency to the last digit; and an exchange that shows an old wallet. So
 * everything is asked for all the same, once, when there is time: `fullSyncDue`.
 */
export function catchUp(turn: DecisionBuilder): void {
  const { phase, orders, ledger } = turn.state;
  if (isOver(turn.state)) return;
  turn.change({ link: 'catchingUp', snapshot: null, walletProbe: null });
  if (
    phase.kind !== 'running' ||
    turn.state.recoverSince ||
    !ledger ||
    turn.state.funds ||
    !orders.every(isCertain) ||
    turn.state.walletDiffers ||
    turn.view.createsInFlight
  ) {
    turn.takeSnapshot();
    return;
  }
  turn.change({ walletProbe: turn.view.now });
  turn.act({ type: 'checkWallet', askedAt: turn.view.now });
}

/** The answer to {@link catchUp}. One that was on its way before, asked for by another bot of the account, does not count. */
export function goOnByWallet(turn: DecisionBuilder, { askedAt, wallet, others }: WalletSeen): void {
  const { state, view } = turn;
  if (state.walletProbe === null) return;
  turn.change({ walletProbe: null });
  const agrees =
    state.phase.kind === 'running' &&
    askedAt >= state.walletProbe &&
    others !== null &&
    state.orders.every(isCertain) &&
    isAsKnown(turn, wallet, others);
  if (!agrees) {
    turn.takeSnapshot();
    return;
  }
  noteReturn(turn, { before: state.orders, fillsMissed: 0 });
  if (!turn.isHeld) turn.change({ hold: null });
  turn.change({ link: 'synced', fullSyncDue: true });
  turn.forgetNote(quoting);
  // Twice as long as until a look at the wallet: it costs more, and nothing waits for it.
  turn.checkAgainIn(2 * view.checkEveryMs + turn.spreadMs);
}

function isAsKnown(turn: DecisionBuilder, wallet: Wallet, others: OthersHoldings): boolean {
  const own = holdingsOf(turn.state);
  const gaps = gapsOf(wallet, turn.state.strategy.currencies, own, others);
  return areExplained(gaps, {}, { own, others, units: turn.moneyUnits });
}

/** Open as it is known, or over with all its trades. */
const isCertain = (order: BotState['orders'][number]): boolean =>
  isSettled(order) || (order.state === 'open' && order.exchangeOrderId !== null && order.cancelAskedAt === null && !isBehind(order));
