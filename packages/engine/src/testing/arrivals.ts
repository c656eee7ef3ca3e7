import { sum } from '@tenbin/market';
import fc from 'fast-check';
import type { BotEvent } from '../decision/bot-event.ts';
import { fillOf, reportOf, start } from './running-bot.ts';

/** What the exchange did with an order: traded in parts, then left, filled or cancelled it. */
const history = fc
  .record({
    order: fc.constantFrom(...start.orders),
    parts: fc.array(fc.constantFrom(0.1, 0.2, 0.25), { maxLength: 3 }),
    isCancelled: fc.boolean(),
  })
  .map(({ order, parts, isCancelled }) => {
    const fills = parts.map((part, index) => fillOf(order, order.sequence * 10 + index, part));
    const filled = sum(fills.map((fill) => fill.amount));
    const end = isCancelled ? [reportOf(order, 'cancelled', filled)] : [];
    return {
      order,
      fills,
      events: [...fills.map((fill): BotEvent => ({ type: 'fillReported', fill })), reportOf(order, 'open', '0'), ...end],
    };
  });
const histories = fc.uniqueArray(history, { selector: ({ order }) => order.sequence, minLength: 1, maxLength: 6 });

/** The events of a day as they may arrive: in any order, some of them again, so many at once. */
export const arrivals = fc.tuple(histories, fc.integer({ min: 1, max: 4 })).chain(([all, together]) => {
  const events = all.flatMap((one) => one.events);
  const again = fc.subarray(events);
  return again.chain((repeated) =>
    fc
      .shuffledSubarray([...events, ...repeated], { minLength: events.length + repeated.length })
      .map((arrived) => ({ all, arrived, together })),
  );
});
