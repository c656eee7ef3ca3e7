import type { Balances } from '@tenbin/market';
import type { DecisionBuilder } from '../decision/decision-builder.ts';
import type { WalletSeen } from './account-book.ts';
import { areExplained, gapsOf, holdingsOf, noGap } from './position.ts';
import { takeRounding } from './take-rounding.ts';
import type { Gaps } from './tolerance.ts';

/** Until the wallet is asked for again when something was under way. */
const busyPauseMs = 15_000;
/** While it always is, everything is asked for once in so many periods. */
const busyPeriodsPerSnapshot = 4;

/**
 * The cheap look at whether anything was missed: one question instead of one for every pair. Only where the wallet does
 * not fit everything is asked for; it never stops a bot by itself, and of what it shows the ledger takes in nothing but
 * what rounding left over.
 */
export function takeWallet(turn: DecisionBuilder, { wallet, others, changes }: WalletSeen): void {
  const { state, view } = turn;
  if (state.phase.kind !== 'running' || state.link !== 'synced') return;
  // It answers: the next failure is a first one.
  if (!turn.isHeld) turn.change({ hold: null });
  if (others === null) {
    // What never comes to rest would hide for ever what is missed: an order that nobody asks for any more among it.
    const { snapshot } = state;
    if (snapshot === null || view.now.getTime() - snapshot.askedAt.getTime() >= busyPeriodsPerSnapshot * view.checkEveryMs)
      turn.takeSnapshot();
    turn.checkAgainIn(busyPauseMs);
    return;
  }
  const own = holdingsOf(state);
  const gaps = gapsOf(wallet, state.strategy.currencies, own, others);
  if (areExplained(gaps, state.unexplained.known, { own, others, units: turn.moneyUnits })) {
    if (changes === state.changes) takeRounding(turn, totalsOf(gaps), others);
    turn.checkAgainIn(view.checkEveryMs);
    return;
  }
  turn.change({ unexplained: { ...state.unexplained, seen: { gaps, changes: state.changes } } });
  turn.takeSnapshot();
}

/** Asks for the wallet, unless something is under way that is being asked for anyhow. */
export function checkWallet(turn: DecisionBuilder): void {
  turn.checkAgainIn(busyPauseMs);
  turn.act({ type: 'checkWallet', askedAt: turn.view.now });
}

/**
 * Everything was asked for: what the wallet shows besides is somebody else's, an order placed by hand or money that does
 * not belong to the bot. From now on only a change of it counts.
 *
 * @param options - `isLasting`: it was there for long; else it counts only if nothing of ours has changed since it was seen
 */
export function acceptUnexplained(turn: DecisionBuilder, { isLasting }: { readonly isLasting: boolean }): void {
  const { unexplained, changes } = turn.state;
  if (unexplained.seen === null) return;
  const isAccepted = isLasting || unexplained.seen.changes === changes;
  const known = isLasting ? unexplained.seen.gaps : withoutTotals(unexplained.seen.gaps);
  turn.change({ unexplained: { known: isAccepted ? known : unexplained.known, seen: null } });
}

const totalsOf = (gaps: Gaps): Balances => Object.fromEntries(Object.entries(gaps).map(([currency, { total }]) => [currency, total]));

/** In all the wallet is as the books say. */
const withoutTotals = (gaps: Gaps): Gaps =>
  Object.fromEntries(Object.entries(gaps).map(([currency, { reserved }]) => [currency, { ...noGap, reserved }]));
