import { isTimelineKind } from '@tenbin/bots';
import { countTimeline, listOrders, listTimeline, type OrderRow, type TimelineEntry } from '@tenbin/contract';
import type { StoredOrder, StoredTimelineEntry, TimelineSearch } from '@tenbin/db';
import { asSearch } from '../../limits/as-search.ts';
import { type Implementation, implement } from '../../route/implement.ts';
import { requireOwnBot } from './own-bot.ts';

export const orderCalls: readonly Implementation[] = [
  implement(listOrders, async ({ params, actor, deps }) => {
    await requireOwnBot(params.id, { actor, deps });
    return (await actor.organization.orders.listOpen(params.id)).map(orderReply);
  }),
  implement(listTimeline, async ({ params, query, actor, deps }) => {
    await requireOwnBot(params.id, { actor, deps });
    const { timeline } = actor.organization;
    if (isByLine(query)) {
      const lines = await asSearch({ call: 'listTimeline', ...query }, { actor, deps }, () => timeline.lines(params.id, query));
      return lines.map((line) => ({ ...timelineReply(line), others: line.others.map(timelineReply) }));
    }
    const entries = await asSearch({ call: 'listTimeline', ...query }, { actor, deps }, () => timeline.list(params.id, query));
    return entries.map(timelineReply);
  }),
  implement(countTimeline, async ({ params, query, actor, deps }) => {
    await requireOwnBot(params.id, { actor, deps });
    const { timeline } = actor.organization;
    if (isByLine(query)) return { count: await timeline.countLines(params.id) };
    return { count: await asSearch({ call: 'countTimeline', ...query }, { actor, deps }, () => timeline.count(params.id, query)) };
  }),
];

/** Lines are those of the whole timeline: among what a search finds, entries that lie side by side may not have followed one another. */
const isByLine = ({ byLine, kind, pair, text, start, end }: TimelineSearch & { readonly byLine?: boolean | undefined }): boolean =>
  byLine === true && [kind, pair, text, start, end].every((part) => part === undefined);

/** An order of ours, as the database knows it. */
export const orderReply = (order: StoredOrder): OrderRow => ({
  clientOrderId: order.clientOrderId,
  exchangeOrderId: order.exchangeOrderId,
  pair: order.pair,
  side: order.side,
  price: order.price,
  amount: order.amount,
  filled: order.reportedFilled,
  state: order.state,
  createdAt: order.sentAt.toISOString(),
});

/** Nothing is hidden: what another version decided is told by the name that it gave it. */
export const timelineReply = ({ id, at, lastAt, count, kind, facts }: StoredTimelineEntry): TimelineEntry => ({
  _id: id,
  at: at.toISOString(),
  lastAt: lastAt.toISOString(),
  count,
  ...(isTimelineKind(kind) ? { kind, facts: { ...facts } } : { kind: 'other', facts: { ...facts, kind } }),
});
