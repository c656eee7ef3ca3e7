import { checkApiKeyPrivilegeByBody, getBalancesByBody, type Mapped, type RouteReply } from '@tenbin/contract';
import { useEffect, useState } from 'react';
import { client } from '../../app/client.ts';

export type Rights = RouteReply<typeof checkApiKeyPrivilegeByBody>['rights'];
export type Holding = Mapped<RouteReply<typeof getBalancesByBody>>[number];

export type KeyCheck =
  | { readonly state: 'incomplete' }
  | { readonly state: 'checking' }
  | { readonly state: 'refused'; readonly error: unknown }
  | { readonly state: 'accepted'; readonly rights: Rights; readonly wallet: readonly Holding[] };

export interface Credentials {
  readonly exchangeId: string;
  readonly key: string;
  readonly secret: string;
  readonly passPhrase: string;
}

const typingMs = 500;

/**
 * Asks the exchange about a key as soon as it is complete, and again when it changes.
 *
 * @param credentials - null while something is missing
 */
export function useKeyCheck(credentials: Credentials | null): readonly [check: KeyCheck, again: () => void] {
  const [check, setCheck] = useState<KeyCheck>({ state: 'incomplete' });
  const [round, setRound] = useState(0);
  const subject = credentials ? JSON.stringify({ ...credentials, round }) : null;
  useEffect(() => {
    if (subject === null) return setCheck({ state: 'incomplete' });
    const { exchangeId, key, secret, passPhrase } = JSON.parse(subject) as Credentials;
    const stop = new AbortController();
    setCheck({ state: 'checking' });
    const timer = setTimeout(async () => {
      const about = { params: { id: exchangeId }, body: { key, secret, ...(passPhrase && { passPhrase }) } };
      try {
        const { rights } = await client.call(checkApiKeyPrivilegeByBody, about, { signal: stop.signal });
        const wallet = await client.call(getBalancesByBody, about, { signal: stop.signal });
        if (!stop.signal.aborted) setCheck({ state: 'accepted', rights, wallet });
      } catch (error) {
        if (!stop.signal.aborted) setCheck({ state: 'refused', error });
      }
    }, typingMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [subject]);
  return [check, () => setRound((now) => now + 1)];
}
