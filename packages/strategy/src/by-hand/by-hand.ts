import type { PairName } from '@tenbin/market';
import { type CheckResult, passed } from '../check-result.ts';
import { exact, type Quoting, type Situation, type Strategy, type Wanted } from '../strategy.ts';

export interface ByHandSettings {
  readonly kind: 'byHand';
  /** Of none: people choose. */
  readonly pairs: readonly PairName[];
}

/** Wants what is there: what is sent and cancelled people say, one order at a time. */
export class ByHand implements Strategy {
  readonly settings: ByHandSettings = { kind: 'byHand', pairs: [] };
  readonly isByHand = true;
  readonly pairs: readonly PairName[] = [];
  readonly currencies = [];
  readonly orderCount = 0;
  readonly quoting: Quoting = { onFill: false, everyMs: null, onMove: null };
  readonly followMovedBy = 0;
  readonly facts = {};
  readonly rebalancing = null;

  wanted({ openOrders }: Pick<Situation, 'openOrders'>): Wanted {
    return { orders: openOrders, tolerance: exact };
  }

  checkStart(): CheckResult {
    return passed;
  }

  checkHoldings(): CheckResult {
    return passed;
  }

  checkAtPrices(): CheckResult {
    return passed;
  }

  earningOf() {
    return { growth: null, uneven: 0 };
  }

  unevenAtStart() {
    return null;
  }
}
