import type { Database } from '@tenbin/db';

/** The exchange that a trial trades on; `timeScale` says how much faster than real time its market moves. */
export const virtualExchange = (baseUrl: string, timeScale: number) => ({ name: 'Tenbin Virtual', ccxtId: 'binance', baseUrl, timeScale });

/** The real one. Others come with the operator's surface. */
export const realExchange = { name: 'Binance', ccxtId: 'binance' };

/** Writes the exchange down, at its address of now, and lets every organization offer it. */
export async function offerExchange(
  database: Database,
  exchange: { name: string; ccxtId: string; baseUrl?: string; timeScale?: number },
): Promise<void> {
  const { exchanges, organizations } = database.platform;
  const { id } = await exchanges.save(exchange);
  for (const organization of await organizations.list()) await exchanges.offer(organization.id, id);
}
