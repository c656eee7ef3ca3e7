import type { Exchange } from '@tenbin/db';
import type { Credentials, ExchangeAccount } from '@tenbin/exchange';
import type { ServerContext } from '../context.ts';
import { requireShare } from '../limits/limits.ts';
import type { Asker } from '../limits/places.ts';

export interface Key {
  readonly exchange: Exchange;
  readonly credentials: Credentials;
  /** Whether it counts as a key that is tried out: one that is stored does not, one that was handed over does unless the exchange takes it. */
  readonly isTriedOut: 'never' | 'unlessTaken' | 'always';
}

/** Asks an exchange something with somebody's key. @throws {Refusal} `tooManyRequests`; {ExchangeError}, and what `work` throws */
export async function withKey<T>(
  { exchange, credentials, isTriedOut }: Key,
  { asker, deps }: { readonly asker: Asker; readonly deps: Pick<ServerContext, 'exchanges' | 'limits'> },
  work: (account: ExchangeAccount) => Promise<T>,
): Promise<T> {
  const { exchangeCalls, keyChecks } = deps.limits;
  requireShare(exchangeCalls, asker);
  if (isTriedOut !== 'never') requireShare(keyChecks, asker);
  const result = await deps.exchanges.withAccount(exchange, { credentials, asker }, work);
  if (isTriedOut === 'unlessTaken') keyChecks.giveBack(asker);
  return result;
}
