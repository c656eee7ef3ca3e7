import { getTableColumns } from 'drizzle-orm';
import { bots, exchangeAccounts, type StoredMessage, type StoredReceipt } from '../schema/bots.ts';
import { exchanges } from '../schema/organizations.ts';
import type { BotMessageRow, BotRow, StopReceiptRow } from './bots.ts';

const { organizationId: _organization, deletedAt: _deleted, lastRecordAt: _record, volume: _volume, ...columns } = getTableColumns(bots);

/** What a {@link BotRow} is made of, in one statement. */
export const botSelection = {
  ...columns,
  exchangeId: exchangeAccounts.exchangeId,
  keyLastFour: exchangeAccounts.keyLastFour,
  hasPassphrase: exchangeAccounts.hasPassphrase,
  exchangeName: exchanges.name,
  timeScale: exchanges.timeScale,
};

type Selected = Omit<BotRow, 'messages' | 'stopReceipt'> & {
  readonly messages: readonly StoredMessage[];
  readonly stopReceipt: StoredReceipt | null;
};

export function toBotRow(row: Selected): BotRow {
  return {
    ...row,
    messages: row.messages.map((message) => ({ ...message, at: new Date(message.at) })),
    stopReceipt: row.stopReceipt && {
      ...row.stopReceipt,
      askedAt: new Date(row.stopReceipt.askedAt),
      confirmedAt: new Date(row.stopReceipt.confirmedAt),
    },
  };
}

export const storedMessage = (message: BotMessageRow): StoredMessage => ({ ...message, at: message.at.toISOString() });

export const storedReceipt = (receipt: StopReceiptRow): StoredReceipt => ({
  askedAt: receipt.askedAt.toISOString(),
  cancelled: receipt.cancelled,
  filledMeanwhile: receipt.filledMeanwhile,
  confirmedAt: receipt.confirmedAt.toISOString(),
});

/** How many messages a bot keeps; the oldest go. */
export const mostMessages = 20;
