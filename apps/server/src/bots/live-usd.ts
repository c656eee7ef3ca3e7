import type { BotRow } from '@tenbin/db';
import type { Currency } from '@tenbin/market';
import type { UsdPrices } from '@tenbin/strategy';
import type { ServerContext } from '../context.ts';
import { requireExchange } from '../exchange-access/require-exchange.ts';
import type { Owner } from '../route/caller.ts';
import { Refusal } from '../route/refusal.ts';

/** USD prices on an exchange as they are now: those of the currencies that are known; none where it cannot be reached, or is offered no more. */
export async function fetchLiveUsd(
  exchangeId: string,
  currencies: readonly Currency[],
  { actor, deps }: { readonly actor: Owner; readonly deps: ServerContext },
): Promise<UsdPrices> {
  const exchange = await requireExchange(actor, exchangeId).catch((error: unknown) => {
    if (error instanceof Refusal) return null;
    throw error;
  });
  if (!exchange) return new Map();
  try {
    return (await deps.exchanges.fetchPrices(exchange, { currencies, asker: actor })).usd;
  } catch (error) {
    deps.log.warn({ exchange: exchange.name, err: error }, 'exchange.request_failed');
    return new Map();
  }
}

/** Those of some currencies; null where one of them is not known. */
export function wholeUsd(usd: UsdPrices, currencies: readonly Currency[]): Readonly<Record<Currency, number>> | null {
  const found = currencies.flatMap((currency) => {
    const price = usd.get(currency);
    return price === undefined ? [] : [[currency, price] as const];
  });
  return found.length === currencies.length ? Object.fromEntries(found) : null;
}

/**
 * Whether a bot's figures are those of its stop. After a forced one, and after one at which prices were not known, they are
 * not: the last prices may be of long before the last trades.
 */
export const standsStill = ({ phase }: Pick<BotRow, 'phase'>, last: { readonly usd: unknown } | undefined): boolean =>
  phase.kind === 'stopped' && !phase.receipt?.forced && last?.usd !== null;
