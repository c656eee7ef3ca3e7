import { getTableColumns } from 'drizzle-orm';
import { bots, exchangeAccounts } from '../schema/bots.ts';
import { exchanges } from '../schema/organizations.ts';
import type { BotLedger, BotRow } from './bots.ts';
import { messageOf, phaseOf, type StoredMessage, type StoredPhase } from './stored-phase.ts';

const {
  organizationId: _organization,
  deletedAt: _deleted,
  lastRecordAt: _record,
  volume: _volume,
  state: _state,
  ...columns
} = getTableColumns(bots);

/** What a {@link BotRow} is made of, in one statement. */
export const botSelection = {
  ...columns,
  exchangeId: exchangeAccounts.exchangeId,
  keyLastFour: exchangeAccounts.keyLastFour,
  hasPassphrase: exchangeAccounts.hasPassphrase,
  exchangeName: exchanges.name,
  timeScale: exchanges.timeScale,
};

type Selected = Omit<BotRow, 'messages' | 'phase' | 'ledger'> & {
  readonly messages: readonly StoredMessage[];
  readonly phase: StoredPhase;
  readonly initialBalances: BotLedger['initialBalances'] | null;
  readonly balances: BotLedger['balances'] | null;
  readonly growth: number;
  readonly ranMs: number;
};

export function toBotRow({ initialBalances, balances, growth, ranMs, ...row }: Selected): BotRow {
  return {
    ...row,
    phase: phaseOf(row.phase),
    messages: row.messages.map(messageOf),
    ledger: initialBalances && balances ? { initialBalances, balances, growth, ranMs } : null,
  };
}

/** How many messages a bot keeps; the oldest go. */
export const mostMessages = 20;
