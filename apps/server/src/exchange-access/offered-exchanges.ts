import type { Database } from '@tenbin/db';
import { describeExchanges } from '@tenbin/exchange-ccxt';
import type { SettingsReader } from '@tenbin/settings';

/** A real exchange that every organization offers. */
export interface OfferedExchange {
  readonly name: string;
  readonly ccxtId: string;
  readonly requiresPassphrase: boolean;
}

const usual: OfferedExchange = { name: 'Binance', ccxtId: 'binance', requiresPassphrase: false };

/** Reads EXCHANGES: ccxt's names of exchanges on which bots can run. */
export function readExchanges(reader: SettingsReader): readonly OfferedExchange[] {
  const named = reader.text('EXCHANGES');
  if (named === null) return [usual];
  const ids = named.split(',').map((part) => part.trim());
  const sheets = describeExchanges(ids);
  return ids.flatMap((ccxtId) => {
    const sheet = sheets.find((one) => one.ccxtId === ccxtId);
    if (sheet?.lacks.length === 0) return [{ name: sheet.name, ccxtId, requiresPassphrase: sheet.capabilities.passphrase }];
    const why = sheet ? ` (${sheet.lacks.join(', ')})` : '';
    reader.problem(`EXCHANGES must name exchanges on which bots run, as in docs/reference/exchanges.md, not '${ccxtId}'${why}`);
    return [];
  });
}

/** What a trial calls the exchange that it trades on. */
export const virtualExchangeName = 'Tenbin Virtual';

/** A database that was a trial's knows an exchange on its own machine: whoever listens there now must not be given keys. */
export async function withdrawVirtualExchange({ platform }: Database): Promise<void> {
  const virtual = (await platform.exchanges.list()).find(({ name }) => name === virtualExchangeName);
  if (virtual?.enabled) await platform.exchanges.save({ ...virtual, enabled: false });
}

/**
 * Writes down those that are not there yet, and lets every organization offer them. What is there stays as operators have
 * left it, and bots may be running there.
 */
export async function offerExchanges({ platform }: Database, offered: readonly OfferedExchange[]): Promise<void> {
  const known = await platform.exchanges.list();
  for (const exchange of offered) {
    if (known.some(({ ccxtId, baseUrl }) => ccxtId === exchange.ccxtId && baseUrl === null)) continue;
    await platform.transaction(async (within) => {
      const added = await within.exchanges.add(exchange);
      if (!added) return;
      for (const organization of await within.organizations.list()) await within.exchanges.offer(organization.id, added.id);
    });
  }
}
