import { type Holding, isZero, type Wallet } from '@tenbin/market';
import { asRaw, decimalOf } from './raw-fields.ts';

const notCurrencies = new Set(['info', 'timestamp', 'datetime', 'free', 'used', 'total', 'debt']);

/** What the account holds. Currencies of which there is nothing are left out: exchanges list hundreds. */
export function readWallet(value: unknown): Wallet {
  const wallet: Record<string, Holding> = {};
  for (const [currency, entry] of Object.entries(asRaw(value))) {
    if (notCurrencies.has(currency)) continue;
    const free = decimalOf(asRaw(entry), 'free') ?? '0';
    const locked = decimalOf(asRaw(entry), 'used') ?? '0';
    if (!isZero(free) || !isZero(locked)) wallet[currency] = { free, locked };
  }
  return wallet;
}
