import type { AnyBotRow } from '@tenbin/db';
import { add, type Balances, type Currency, compare, subtract, sum, type Wallet } from '@tenbin/market';

/**
 * What of a wallet a bot can have: free and locked together, without what the account's other bots hold while they run.
 *
 * @param others - the account's bots; the one that asks is left out
 */
export function availableBalances(
  wallet: Wallet,
  { currencies, others }: { currencies: readonly Currency[]; others: readonly AnyBotRow[] },
): Balances {
  const held = others.filter(({ phase }) => phase.kind !== 'stopped').map(({ ledger }) => ledger?.balances ?? {});
  return Object.fromEntries(
    currencies.map((currency) => {
      const { free = '0', locked = '0' } = wallet[currency] ?? {};
      const rest = subtract(add(free, locked), sum(held.map((balances) => balances[currency] ?? '0')));
      return [currency, compare(rest, '0') < 0 ? '0' : rest];
    }),
  );
}
