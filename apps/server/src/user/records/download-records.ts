import { downloadRecords, downloadTaxRecords } from '@tenbin/contract';
import type { NamedRecord } from '@tenbin/db';
import { parsePair } from '@tenbin/market';
import { localTimes } from '../../route/csv.ts';
import { type Implementation, implementRows } from '../../route/implement.ts';

export const recordFileCalls: readonly Implementation[] = [
  implementRows('user', downloadRecords, ({ query, actor }) => rowsOf(actor.organization.records.ofUser(actor.userId, query), ownRow)),
  implementRows('user', downloadTaxRecords, ({ query, actor }) =>
    rowsOf(actor.organization.records.ofUser(actor.userId, query), taxRow(query.timeZone)),
  ),
];

async function* rowsOf<Row>(pages: AsyncIterable<readonly NamedRecord[]>, rowOf: (record: NamedRecord) => Row) {
  for await (const page of pages) yield page.map(rowOf);
}

const ownRow = (record: NamedRecord) => ({
  _id: record.id,
  createdAt: record.createdAt,
  botId: record.botId,
  bot: record.botName,
  exchange: record.exchangeName,
  pair: record.pair,
  side: record.side,
  price: record.price,
  amount: record.amount,
  notional: record.notional,
  fee: record.fee,
  feeCurrency: record.feeCurrency,
  volume: record.volume,
  basisPointChanged: record.basisPointChanged,
});

/** As Cryptact reads it: its fields must all be there, but for the comment. */
function taxRow(timeZone: string) {
  const timeOf = localTimes(timeZone);
  return (record: NamedRecord) => {
    const { base, counter } = parsePair(record.pair);
    return {
      Timestamp: timeOf(record.createdAt).replaceAll('-', '/'),
      Action: record.side.toUpperCase(),
      Source: record.exchangeName,
      Base: base,
      Volume: record.amount,
      Price: record.price,
      Counter: counter,
      Fee: record.fee,
      FeeCcy: record.feeCurrency,
      Comment: record.botName,
    };
  };
}
