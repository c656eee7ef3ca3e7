import { downloadRecords } from '@tenbin/contract';
import type { NamedRecord } from '@tenbin/db';
import { implementRows } from '../../route/implement.ts';

export const handleDownloadRecords = implementRows('user', downloadRecords, ({ query, actor }) =>
  pagesOf(actor.organization.records.ofUser(actor.userId, query)),
);

async function* pagesOf(pages: AsyncIterable<readonly NamedRecord[]>) {
  for await (const page of pages) yield page.map(rowOf);
}

const rowOf = (record: NamedRecord) => ({
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
