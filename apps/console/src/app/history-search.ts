import type { Side } from '@tenbin/market';

/** What the address of the history says; what is not there is not filtered by. */
export interface HistorySearch {
  readonly bot?: string;
  readonly pair?: string;
  readonly side?: Side;
  /** Days or moments, see `periodOf`. */
  readonly from?: string;
  readonly to?: string;
}
