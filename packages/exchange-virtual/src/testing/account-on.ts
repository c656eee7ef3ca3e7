import type { Account } from '../accounts/account.ts';
import type { VirtualExchange } from '../exchange/virtual-exchange.ts';

/** A new account with money, and a way to look at it. */
export function accountOn(
  exchange: VirtualExchange,
  balances: Record<string, string>,
): Account & { key: string; wallet: () => ReturnType<VirtualExchange['accountWallet']> } {
  const { key } = exchange.createAccount({ balances });
  return Object.assign(accountNamed(exchange, { key }), { key, wallet: () => exchange.accountWallet(key) });
}

/** Who has this key. */
export function accountNamed(exchange: VirtualExchange, { key }: { readonly key: string }): Account {
  const account = exchange.findAccount(key);
  if (!account) throw new Error('no account');
  return account;
}
