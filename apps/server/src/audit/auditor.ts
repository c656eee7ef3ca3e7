import type { Route } from '@tenbin/contract';
import { allRoutes } from '@tenbin/contract/reference';
import type { AuditActor, AuditEntry, AuditFacts, Database } from '@tenbin/db';
import type { CallCode } from '@tenbin/messages';
import type { Log } from '@tenbin/telemetry';
import type { FastifyRequest } from 'fastify';
import type { Clock } from '../clock.ts';
import { createAttemptLimit } from '../limits/attempt-limit.ts';
import { siteOf } from '../limits/network-of.ts';
import type { Actor, Administrator, Caller, Operator } from '../route/caller.ts';

/** What a handler knows of its act beside who called and which. Ids, counts and names; never a secret. */
export interface AuditNote {
  /** The organization that it concerns, where the caller is not signed in to one. */
  inOrganization(organizationId: string): void;
  add(facts: AuditFacts): void;
}

/** Writes down who did what. */
export interface Auditor {
  /** For one call. What only reads leaves an entry where its handler notes something. */
  begin(route: Route, request: FastifyRequest, caller: Caller): AuditedCall;
}

export interface AuditedCall {
  readonly note: AuditNote;
  /** @param refusal - null: it was done */
  end(actor: Actor | Administrator | Operator | null, refusal: CallCode | null): Promise<void>;
}

/** Refused as often as somebody likes: only a few of a minute are kept. So is whatever is refused before it is known whom it concerns. */
const cheapRefusals: ReadonlySet<CallCode> = new Set([
  'tooManyRequests',
  'antiForgery',
  'signinRequired',
  'sessionTimeout',
  'invalidInput',
]);
const names = new Map(Object.entries(allRoutes).map(([name, route]) => [route, name]));

export function createAuditor({
  database,
  clock,
  log,
}: {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
}): Auditor {
  // What costs a caller nothing must not fill a log that cannot shrink.
  const cheap = createAttemptLimit({ clock, tries: 5, withinMs: 60_000 });
  const cheapOfAll = createAttemptLimit({ clock, tries: 600, withinMs: 60_000 });
  const isTooMuch = (action: string, { address }: Pick<Caller, 'address'>): boolean =>
    cheap.take(`${action} ${siteOf(address) ?? address}`) > 0 || cheapOfAll.take('') > 0;
  return {
    begin(route, request, caller) {
      const action = names.get(route) ?? `${route.method} ${route.path}`;
      let { audited: isWritten } = route;
      let organizationId: string | null = null;
      const facts: Record<string, string | number | boolean> = {};
      return {
        note: {
          inOrganization: (id) => {
            organizationId = id;
          },
          add: (more) => {
            isWritten = true;
            Object.assign(facts, more);
          },
        },
        async end(actor, refusal) {
          if (!isWritten) return;
          const isCheap = refusal !== null && (cheapRefusals.has(refusal) || (actor === null && Object.keys(facts).length === 0));
          if (isCheap && isTooMuch(action, caller)) return;
          const entry: AuditEntry = {
            at: clock.now(),
            ...whoIs(actor),
            action,
            refusal,
            network: caller.address,
            agent: caller.agent,
            facts: { ...idsOf(request.params), ...facts },
          };
          const owner = actor && 'organizationId' in actor ? actor.organizationId : organizationId;
          const { audit } = owner === null ? database.platform : database.forOrganization(owner);
          await audit.append(entry).catch((error: unknown) => log.error({ action, err: error }, 'audit.store_failed'));
        },
      };
    },
  };
}

function whoIs(actor: Actor | Administrator | Operator | null): { readonly actor: AuditActor; readonly actorId: string | null } {
  if (actor === null) return { actor: 'visitor', actorId: null };
  if ('userId' in actor) return { actor: 'user', actorId: actor.userId };
  return 'operatorId' in actor
    ? { actor: 'operator', actorId: actor.operatorId }
    : { actor: 'administrator', actorId: actor.administratorId };
}

const uuid = /^[0-9a-f-]{36}$/;

/** The ids in the path. What is none was refused, and is not kept. */
const idsOf = (params: unknown): AuditFacts =>
  Object.fromEntries(
    Object.entries(Object(params)).filter((entry): entry is [string, string] => typeof entry[1] === 'string' && uuid.test(entry[1])),
  );
