import { downloadRecords, downloadTaxRecords } from '@tenbin/contract';
import type { NamedFill } from '@tenbin/db';
import { parsePair } from '@tenbin/market';
import { bpsOfGrowth } from '@tenbin/strategy';
import { localTimes } from '../../route/csv.ts';
import { type Implementation, implementRows } from '../../route/implement.ts';
import { rowsOf } from '../../route/rows-of.ts';

export const downloadRecordCalls: readonly Implementation[] = [
  implementRows('user', downloadRecords, ({ query, actor }) => rowsOf(actor.organization.fills.ofUser(actor.userId, query), tradeRow)),
  implementRows('user', downloadTaxRecords, ({ query, actor }) =>
    rowsOf(actor.organization.fills.ofUser(actor.userId, query), taxRow(query.timeZone)),
  ),
];

/** A trade with what it was part of. */
export const tradeRow = (fill: NamedFill) => ({
  createdAt: fill.at,
  kind: fill.isOfRebalance ? 'rebalance' : 'order',
  botId: fill.botId,
  bot: fill.botName,
  exchange: fill.exchangeName,
  pair: fill.pair,
  side: fill.side,
  price: fill.price,
  amount: fill.amount,
  notional: fill.notional,
  fee: fill.fee,
  feeCurrency: fill.feeCurrency,
  volume: fill.volume,
  basisPointChanged: bpsOfGrowth(fill.growth),
  earned: fill.earned,
  tradeId: fill.tradeId,
  orderId: fill.exchangeOrderId,
});

/** As Cryptact reads it: its fields must all be there, but for the comment, by which trades of one second are told apart. */
function taxRow(timeZone: string) {
  const timeOf = localTimes(timeZone);
  return (fill: NamedFill) => {
    const { base, counter } = parsePair(fill.pair);
    return {
      Timestamp: timeOf(fill.at).replaceAll('-', '/'),
      Action: fill.side.toUpperCase(),
      Source: fill.exchangeName,
      Base: base,
      Volume: fill.amount,
      Price: fill.price,
      Counter: counter,
      Fee: fill.fee,
      FeeCcy: fill.feeCurrency,
      Comment: [fill.botName, ...(fill.isOfRebalance ? ['rebalance'] : []), `#${fill.tradeId}`].join(' '),
    };
  };
}
