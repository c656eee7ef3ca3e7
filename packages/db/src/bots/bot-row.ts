import { ledgerFrom, type StoredLedger } from '@tenbin/bots';
import { getTableColumns } from 'drizzle-orm';
import { bots } from '../schema/bots.ts';
import { exchangeAccounts } from '../schema/exchange-accounts.ts';
import { exchanges } from '../schema/organizations.ts';
import type { AnyBotRow } from './bots.ts';
import { messageOf, phaseOf, type StoredMessage, type StoredPhase } from './stored-phase.ts';

const {
  organizationId: _organization,
  deletedAt: _deleted,
  lastRecordAt: _record,
  volume: _volume,
  volumeMonth: _month,
  volumeBefore: _before,
  volumeBeforeLast: _beforeLast,
  volumePeriod: _period,
  volumeBeforePeriod: _beforePeriod,
  state: _state,
  lastStep: _step,
  stopCause: _cause,
  stoppedAt: _stopped,
  ...columns
} = getTableColumns(bots);

/** What a {@link AnyBotRow} is made of, in one statement. */
export const botSelection = {
  ...columns,
  exchangeId: exchangeAccounts.exchangeId,
  keyLastFour: exchangeAccounts.keyLastFour,
  hasPassphrase: exchangeAccounts.hasPassphrase,
  exchangeName: exchanges.name,
  isExchangeEnabled: exchanges.enabled,
  timeScale: exchanges.timeScale,
};

type Selected = Omit<AnyBotRow, 'messages' | 'phase' | 'ledger'> & {
  readonly ledger: StoredLedger | null;
  readonly messages: readonly StoredMessage[];
  readonly phase: StoredPhase;
};

/** Changes the row in its place: it was just read, and a copy of so many fields costs as much as reading it. */
export function toBotRow(row: Selected): AnyBotRow {
  return Object.assign(row, {
    phase: phaseOf(row.phase),
    ledger: row.ledger && ledgerFrom(row.ledger),
    messages: row.messages.map(messageOf),
  });
}

/** How many messages a bot keeps; the oldest go. */
export const maxMessages = 20;
