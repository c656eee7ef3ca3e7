import type { Database } from '@tenbin/db';
import { virtualExchangeName } from '@tenbin/server';

/**
 * Writes down the exchange that a trial trades on, at its address of now, and lets every organization offer it.
 *
 * @param timeScale - how much faster than real time its market moves
 */
export async function offerVirtualExchange(
  { platform }: Database,
  { baseUrl, timeScale }: { readonly baseUrl: string; readonly timeScale: number },
): Promise<void> {
  const { id } = await platform.exchanges.save({ name: virtualExchangeName, ccxtId: 'binance', baseUrl, timeScale });
  for (const organization of await platform.organizations.list()) await platform.exchanges.offer(organization.id, id);
}
