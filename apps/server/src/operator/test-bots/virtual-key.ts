import type { Exchange } from '@tenbin/db';
import { DomainError } from '@tenbin/market';
import { abortAfter } from '@tenbin/runtime';
import type { ServerContext } from '../../context.ts';
import { virtualExchangeName } from '../../exchange-access/offered-exchanges.ts';
import { Refusal } from '../../route/refusal.ts';

/** Reached at its own address, as everything that is asked of it. */
export interface VirtualExchangeRow extends Exchange {
  readonly baseUrl: string;
}

/** Where nothing is tried out it is switched off, unless an operator has switched it on. */
export async function findVirtualExchange({ database }: Pick<ServerContext, 'database'>): Promise<VirtualExchangeRow | null> {
  const found = (await database.platform.exchanges.list()).find(({ name }) => name === virtualExchangeName);
  return found?.enabled && found.baseUrl !== null ? { ...found, baseUrl: found.baseUrl } : null;
}

/** @throws {Refusal} `virtualExchangeOff` */
export async function requireVirtualExchange(deps: Pick<ServerContext, 'database'>): Promise<VirtualExchangeRow> {
  const found = await findVirtualExchange(deps);
  if (!found) throw new Refusal('virtualExchangeOff');
  return found;
}

const deadlineMs = 10_000;

/** A new account of the virtual exchange that holds this. @throws {Refusal} `exchangeUnreachable` */
export async function makeVirtualKey(
  { baseUrl }: Pick<VirtualExchangeRow, 'baseUrl'>,
  { balances, clock }: { readonly balances: Readonly<Record<string, string>>; readonly clock: ServerContext['clock'] },
): Promise<{ readonly key: string; readonly secret: string }> {
  try {
    const answer = await fetch(new URL('/trial/venue/accounts', baseUrl), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ balances }),
      redirect: 'error',
      signal: abortAfter(clock, deadlineMs),
    });
    const { key, secret } = (await answer.json()) as { readonly key?: unknown; readonly secret?: unknown };
    if (answer.ok && typeof key === 'string' && typeof secret === 'string') return { key, secret };
  } catch (error) {
    if (error instanceof DomainError) throw error;
    throw new Refusal('exchangeUnreachable', { cause: error });
  }
  throw new Refusal('exchangeUnreachable');
}
