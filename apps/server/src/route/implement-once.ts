import { createHash } from 'node:crypto';
import type { Route, RouteOutput, RouteReply } from '@tenbin/contract';
import { type Json, type NamedCall, type OrganizationDatabase, platformOrganizationId } from '@tenbin/db';
import type { Operator } from './caller.ts';
import { type Implementation, implementForOperator } from './implement.ts';
import { invalidField } from './refusal.ts';

const wellFormed = /^[\x21-\x7e]{1,200}$/;

type Given<R extends Route> = Parameters<Parameters<typeof implementForOperator<R>>[1]>[0];

/**
 * Serves a call of an operator that changes something: in one transaction with its entry in the audit log, and with its answer
 * where the call names itself by `Idempotency-Key`. The same call under the same name is answered as before, and not done again.
 *
 * @param steps - `prepare`: what is asked outside first, which changes nothing. `act`: works with what it is given to work in
 */
export function implementOnce<R extends Route, Prepared = undefined>(
  route: R,
  steps: {
    readonly prepare?: (input: Given<R>) => Promise<Prepared>;
    readonly act: (within: OrganizationDatabase, input: Given<R>, prepared: Prepared) => Promise<RouteReply<R>>;
  },
): Implementation {
  return implementForOperator(route, async (input) => {
    const { deps, audit, setHeader, actor, headers } = input as Given<R>;
    const call = callOf(route, input, { actor, key: headers['idempotency-key'] });
    const platform = deps.database.forOrganization(platformOrganizationId);
    const again = ({ answer }: { readonly answer: Json }) => {
      audit.add({ repeated: true });
      setHeader('idempotency-hit', 'true');
      return answer as RouteReply<R>;
    };
    const known = call && (await platform.answeredCalls.find(call));
    if (known) return again(known);
    const prepared = (await steps.prepare?.(input as Given<R>)) as Prepared;
    return platform.transaction(async (within) => {
      const before = call && (await within.answeredCalls.begin(call));
      if (before) return again(before);
      const answer = await steps.act(within, input as Given<R>, prepared);
      if (call) await within.answeredCalls.answer(call, answer as Json);
      await audit.storeIn(within);
      return answer;
    });
  });
}

/** Null where the call does not name itself. @throws {Refusal} `invalidInput` */
function callOf(
  { method, path }: Route,
  input: unknown,
  { actor, key }: { readonly actor: Operator; readonly key: string | string[] | undefined },
): NamedCall | null {
  if (key === undefined) return null;
  if (typeof key !== 'string' || !wellFormed.test(key)) throw invalidField('Idempotency-Key');
  const { params, query, body } = input as Partial<RouteOutput<Route>> & Readonly<Record<'params' | 'query' | 'body', unknown>>;
  const request = JSON.stringify([method, path, params, query, body], (name, value) => (name === 'credentials' ? undefined : value));
  return { caller: actor.operatorId, key, requestHash: createHash('sha256').update(request).digest('hex') };
}
