import type { Mapped, OrderTruth } from '@tenbin/contract';
import type { BotView } from '../bots/bot-view.ts';
import type { SlotView } from './slot-verdict.tsx';

/**
 * What a page says of a bot's orders. The bot's state and what the exchange was asked come by calls of their own, one
 * after the other: the state rules, and what was seen in an earlier one is told as what it is in this one.
 *
 * 1. An order of a bot that is being stopped is being cancelled, never `matched`.
 * 2. Of a bot whose stop the exchange confirmed there is no order, unless the exchange, asked later, tells of one.
 */
export type OrdersNow =
  /** Not read yet, or read in another state of the bot. */
  | { readonly kind: 'unread' }
  /** Stopped, and none is open. */
  | { readonly kind: 'none' }
  /** Stopped, and these are, or may be, open all the same. */
  | { readonly kind: 'left'; readonly slots: readonly SlotView[] }
  | { readonly kind: 'cancelling'; readonly slots: readonly SlotView[] }
  | { readonly kind: 'placing' }
  /** `changed`: those too new to be compared. */
  | { readonly kind: 'kept'; readonly slots: readonly SlotView[]; readonly matched: number; readonly changed: number };

type Truth = Pick<Mapped<OrderTruth>, 'slots'> & { readonly exchange: Pick<OrderTruth['exchange'], 'askedAt'> };

export function ordersNow({ state, stopReceipt }: Pick<BotView, 'state' | 'stopReceipt'>, truth: Truth | undefined): OrdersNow {
  switch (state) {
    case 'stopped':
      return ordersAfter(stopReceipt?.confirmedAt ?? null, truth);
    case 'stopping':
      return truth ? { kind: 'cancelling', slots: truth.slots.filter(isSomewhere).map(cancelled) } : { kind: 'unread' };
    case 'starting':
      return { kind: 'placing' };
    case 'rebalancing':
    case 'running': {
      const slots = truth?.slots ?? [];
      if (slots.length === 0) return { kind: 'unread' };
      return { kind: 'kept', slots, matched: slots.filter(isMatched).length, changed: slots.filter(isJustChanged).length };
    }
    default:
      return state satisfies never;
  }
}

function ordersAfter(confirmedAt: string | null, truth: Truth | undefined): OrdersNow {
  if (!truth) return { kind: confirmedAt === null ? 'unread' : 'none' };
  if (confirmedAt !== null && (truth.exchange.askedAt ?? '') <= confirmedAt) return { kind: 'none' };
  const slots = truth.slots.filter(({ reported, known }) => reported.length > 0 || (confirmedAt === null && known.length > 0));
  return slots.length === 0 ? { kind: 'none' } : { kind: 'left', slots };
}

const isMatched = ({ verdict }: SlotView): boolean => verdict === 'matched';
const isJustChanged = ({ because }: SlotView): boolean => because === 'justChanged';
const isSomewhere = ({ known, reported }: SlotView): boolean => known.length + reported.length > 0;

/** What is unsure stays so. */
const cancelled = (slot: SlotView): SlotView =>
  slot.verdict === 'unknown' ? slot : { ...slot, wanted: null, verdict: 'differing', because: 'cancel' };
