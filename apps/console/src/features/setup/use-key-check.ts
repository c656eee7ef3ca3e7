import { useClient } from '@tenbin/app-kit';
import { checkApiKeyPrivilegeByBody, getBalancesByBody, type Mapped, type RouteReply } from '@tenbin/contract';
import { useEffect, useState } from 'react';

export type Rights = RouteReply<typeof checkApiKeyPrivilegeByBody>['rights'];
export type Holding = Mapped<RouteReply<typeof getBalancesByBody>>[number];

export type KeyCheck =
  | { readonly state: 'incomplete' }
  | { readonly state: 'checking' }
  | { readonly state: 'refused'; readonly error: unknown }
  | { readonly state: 'accepted'; readonly rights: Rights; readonly wallet: readonly Holding[] };

/** A key of an exchange as the calls take it: entered, or stored. */
export type GivenKey =
  | { readonly key: string; readonly secret: string; readonly passPhrase?: string }
  | { readonly exchangeAccountId: string };

interface KeyOfExchange {
  readonly exchangeId: string;
  readonly given: GivenKey;
}

const typingMs = 500;

/**
 * Asks the exchange about a key as soon as it is complete, and again when it changes.
 *
 * @param key - null while something is missing
 */
export function useKeyCheck(key: KeyOfExchange | null): readonly [check: KeyCheck, again: () => void] {
  const client = useClient();
  const [check, setCheck] = useState<KeyCheck>({ state: 'incomplete' });
  const [round, setRound] = useState(0);
  const subject = key ? JSON.stringify({ ...key, round }) : null;
  useEffect(() => {
    if (subject === null) return setCheck({ state: 'incomplete' });
    const { exchangeId, given } = JSON.parse(subject) as KeyOfExchange;
    const stop = new AbortController();
    setCheck({ state: 'checking' });
    const timer = setTimeout(async () => {
      const about = { params: { id: exchangeId }, body: given };
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
  }, [client, subject]);
  return [check, () => setRound((now) => now + 1)];
}
