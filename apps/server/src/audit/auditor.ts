import { type Route, signOut } from '@tenbin/contract';
import { allRoutes } from '@tenbin/contract/reference';
import { type AuditEntry, type AuditFacts, type Database, type FoundSession, isId, type OrganizationDatabase } from '@tenbin/db';
import { type Action, type CallCode, isAction, type NamedFacts } from '@tenbin/messages';
import type { Log } from '@tenbin/telemetry';
import type { FastifyRequest } from 'fastify';
import type { Clock } from '../clock.ts';
import { createAttemptLimit } from '../limits/attempt-limit.ts';
import { siteOf } from '../limits/network-of.ts';
import type { Actor, Administrator, Caller, Operator } from '../route/caller.ts';
import { databaseOf } from '../tenancy/database-of.ts';

/** What a handler knows of its act beside who called and which. Ids, counts and names; never a secret. */
export interface AuditNote {
  /** The organization that it concerns, where the caller is not signed in to one. */
  inOrganization(organizationId: string): void;
  add<Facts extends AuditFacts>(facts: Facts & NamedFacts<Facts>): void;
  /** What it turned out to be, of a call that does one thing or another. */
  as(action: Action): void;
  /** Who it turned out to be, of a call that asks for no key. */
  by(session: FoundSession): void;
  /** Why, in the words of who did it. */
  because(reason: string): void;
  /**
   * Writes the entry in the act's own transaction, with all that was noted by then: there is one with the other, or neither.
   * What fails after it was done is written down as that, and never as refused.
   *
   * @param own - facts of this entry alone, where a call does several acts
   */
  storeIn<Facts extends AuditFacts>(
    within: Pick<OrganizationDatabase, 'audit' | 'onCommit'>,
    own?: Facts & NamedFacts<Facts>,
  ): Promise<void>;
}

/** Writes down who did what. */
export interface Auditor {
  /** For one call. What only reads leaves an entry where its handler notes something. */
  begin(route: Route, request: FastifyRequest, caller: Caller): AuditedCall;
}

type Anybody = Actor | Administrator | Operator | null;

export interface AuditedCall {
  readonly note: AuditNote;
  /** Who calls, once that is known. */
  identify(actor: Anybody): void;
  /** @param refusal - null: it was done */
  end(refusal: CallCode | null): Promise<void>;
}

/** Refused as often as somebody likes: only a few of a minute are kept. So is whatever is refused before it is known whom it concerns. */
const cheapRefusals: ReadonlySet<CallCode> = new Set([
  'tooManyRequests',
  'antiForgery',
  'signinRequired',
  'sessionTimeout',
  'invalidInput',
  'viewingOnly',
]);
const names = new Map(Object.entries(allRoutes).flatMap(([name, route]) => (isAction(name) ? [[route, name] as const] : [])));

/** What is written down is told to people: nothing is that has no name in their languages. */
function actionOf(route: Route): Action {
  const name = names.get(route);
  if (name === undefined) throw new Error(`${route.method} ${route.path} is written down and has no name among the actions`);
  return name;
}

/** Whoever looks on as a user and leaves signs nobody out. */
const auditedAs = (route: Route, session: FoundSession | null): Action =>
  route === signOut && session !== null && session.viewerId !== null ? 'endView' : actionOf(route);

/** The answer that asks for the second step is the first one's success. */
const passedPassword = 'factorRequired' satisfies CallCode;

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
      let { audited: isWritten } = route;
      let organizationId: string | null = null;
      let actor: Anybody = null;
      let session: FoundSession | null = null;
      let action: Action | null = null;
      let reason: string | null = null;
      let isStored = false;
      const facts: Record<string, string | number | boolean> = {};
      const entryOf = (refusal: CallCode | null): AuditEntry => ({
        at: clock.now(),
        ...whoIs(session),
        action: refusal === passedPassword ? 'passPassword' : (action ?? auditedAs(route, session)),
        refusal: refusal === passedPassword ? null : refusal,
        network: caller.address,
        agent: caller.agent,
        facts: { ...idsOf(request.params), ...viewedBy(session), ...facts },
        reason,
      });
      /** What was done is not undone by what failed after it. */
      const lastEntry = (refusal: CallCode | null): AuditEntry => {
        if (!isStored || refusal === null) return entryOf(refusal);
        facts.failedAfterwards = refusal;
        return entryOf(null);
      };
      return {
        note: {
          inOrganization: (id) => {
            organizationId = id;
          },
          add: (more: AuditFacts) => {
            isWritten = true;
            Object.assign(facts, more);
          },
          as: (name) => {
            action = name;
          },
          by: (found) => {
            session = found;
          },
          because: (words) => {
            reason = words;
          },
          async storeIn(within: Pick<OrganizationDatabase, 'audit' | 'onCommit'>, own: AuditFacts = {}) {
            const entry = entryOf(null);
            await within.audit.append({ ...entry, facts: { ...entry.facts, ...own } });
            within.onCommit(() => {
              isStored = true;
            });
          },
        },
        identify: (somebody) => {
          actor = somebody;
          session = somebody?.session ?? null;
        },
        async end(refusal) {
          if (!isWritten || (isStored && refusal === null)) return;
          const isCheap = refusal !== null && (cheapRefusals.has(refusal) || (session === null && Object.keys(facts).length === 0));
          if (isCheap && isTooMuch(actionOf(route), caller)) return;
          const owner = actor && 'organizationId' in actor ? actor.organizationId : organizationId;
          const { audit } = owner === null ? database.platform : databaseOf(owner, database);
          await audit
            .append(lastEntry(refusal))
            .catch((error: unknown) => log.error({ action: actionOf(route), err: error }, 'audit.store_failed'));
        },
      };
    },
  };
}

const actorOn = { user: 'user', organization: 'administrator', operator: 'operator' } as const satisfies Readonly<
  Record<string, AuditEntry['actor']>
>;

function whoIs(session: FoundSession | null): Pick<AuditEntry, 'actor' | 'actorId' | 'role' | 'sessionId'> {
  if (session === null) return { actor: 'visitor', actorId: null, role: null, sessionId: null };
  const { role, id: sessionId, viewerId, surface, subjectId } = session;
  return viewerId === null
    ? { actor: actorOn[surface], actorId: subjectId, role, sessionId }
    : { actor: 'administrator', actorId: viewerId, role, sessionId };
}

/** Whom somebody looks on as. */
const viewedBy = (session: FoundSession | null): AuditFacts =>
  session === null || session.viewerId === null ? {} : { viewedUserId: session.subjectId };

/** The ids in the path. What is none was refused, and is not kept. */
const idsOf = (params: unknown): AuditFacts =>
  Object.fromEntries(
    Object.entries(Object(params)).filter((entry): entry is [string, string] => typeof entry[1] === 'string' && isId(entry[1])),
  );
