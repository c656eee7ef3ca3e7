import { createHash } from 'node:crypto';
import type { Route, RouteOutput, RouteReply } from '@tenbin/contract';
import { type Json, type NamedCall, type OrganizationDatabase, platformOrganizationId } from '@tenbin/db';
import type { Administrator } from './caller.ts';
import { type Implementation, implementForAdministrator, implementForOperator, type Surroundings } from './implement.ts';
import { invalidField } from './refusal.ts';

const wellFormed = /^[\x21-\x7e]{1,200}$/;

type Operated<R extends Route> = Parameters<Parameters<typeof implementForOperator<R>>[1]>[0];
type Administered<R extends Route> = Parameters<Parameters<typeof implementForAdministrator<R>>[1]>[0];

interface Steps<Given, Reply, Prepared> {
  /** What is asked outside first, which changes nothing. */
  readonly prepare?: (input: Given) => Promise<Prepared>;
  /** Works with what it is given to work in. */
  readonly act: (within: OrganizationDatabase, input: Given, prepared: Prepared) => Promise<Reply>;
}

/**
 * Serves a call of an operator that changes something: in one transaction with its entry in the audit log, and with its answer
 * where the call names itself by `Idempotency-Key`. The same call under the same name is answered as before, and not done again.
 */
export const implementOnce = <R extends Route, Prepared = undefined>(
  route: R,
  steps: Steps<Operated<R>, RouteReply<R>, Prepared>,
): Implementation =>
  implementForOperator(route, (input) => {
    const given = input as Operated<R>;
    const place = { caller: given.actor.operatorId, home: given.deps.database.forOrganization(platformOrganizationId) };
    return answerOnce(route, { given, ...place }, steps);
  });

/** The same of an administrator. */
export const implementOnceForAdministrator = <R extends Route, Prepared = undefined>(
  route: R,
  steps: Steps<Administered<R>, RouteReply<R>, Prepared>,
): Implementation =>
  implementForAdministrator(route, (input) => {
    const given = input as Administered<R>;
    return answerOnce(route, { given, caller: given.actor.administratorId, home: given.actor.organization }, steps);
  });

interface Asked<Given> {
  readonly given: Given;
  readonly caller: string;
  /** Where the answer is kept. */
  readonly home: Pick<OrganizationDatabase, 'answeredCalls'> & Pick<Administrator['organization'], 'transaction'>;
}

async function answerOnce<R extends Route, Given extends Pick<Surroundings, 'audit' | 'setHeader' | 'headers'>, Prepared>(
  route: R,
  { given, caller, home }: Asked<Given>,
  steps: Steps<Given, RouteReply<R>, Prepared>,
): Promise<RouteReply<R>> {
  const { audit, setHeader, headers } = given;
  const call = callOf(route, given, { caller, key: headers['idempotency-key'] });
  const again = ({ answer }: { readonly answer: Json }) => {
    audit.add({ repeated: true });
    setHeader('idempotency-hit', 'true');
    return answer as RouteReply<R>;
  };
  const known = call && (await home.answeredCalls.find(call));
  if (known) return again(known);
  const prepared = (await steps.prepare?.(given)) as Prepared;
  return home.transaction(async (within) => {
    const before = call && (await within.answeredCalls.begin(call));
    if (before) return again(before);
    const answer = await steps.act(within, given, prepared);
    if (call) await within.answeredCalls.answer(call, answer as Json);
    await audit.storeIn(within);
    return answer;
  });
}

/** Null where the call does not name itself. @throws {Refusal} `invalidInput` */
function callOf(
  { method, path }: Route,
  input: unknown,
  { caller, key }: { readonly caller: string; readonly key: string | string[] | undefined },
): NamedCall | null {
  if (key === undefined) return null;
  if (typeof key !== 'string' || !wellFormed.test(key)) throw invalidField('Idempotency-Key');
  const { params, query, body } = input as Partial<RouteOutput<Route>> & Readonly<Record<'params' | 'query' | 'body', unknown>>;
  const request = JSON.stringify([method, path, params, query, body], (name, value) => (name === 'credentials' ? undefined : value));
  return { caller, key, requestHash: createHash('sha256').update(request).digest('hex') };
}
