import type { TradingFloor } from './trading-floor.ts';
import { until } from './trading-floor.ts';

/**
 * Waits until a bot has dealt with everything that its exchange did: its balances are the exchange's, its orders are
 * open on both sides, and nothing is on its way.
 */
export async function untilAtRest(
  floor: TradingFloor,
  { botId, key, orders }: { botId: string; key: string; orders: number },
): Promise<void> {
  await until(async () => {
    if (floor.openOrderCount(key) !== orders) return null;
    const open = await floor.organization.orders.listOpen(botId);
    if (open.length !== orders || open.some((order) => order.state !== 'open' || order.cancelAskedAt !== null)) return null;
    const { ledger } = await floor.bot(botId);
    return JSON.stringify(sorted(ledger?.balances)) === JSON.stringify(sorted(floor.wallet(key))) ? true : null;
  });
}

const sorted = (balances: Readonly<Record<string, string>> = {}) => Object.entries(balances).sort(([a], [b]) => a.localeCompare(b));
