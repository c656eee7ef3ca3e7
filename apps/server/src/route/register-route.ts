import type { FoundSession } from '@tenbin/db';
import type { CallCode } from '@tenbin/messages';
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import type { ServerContext } from '../context.ts';
import { requireWithin } from '../limits/limits.ts';
import type { AntiForgery } from './anti-forgery.ts';
import { authenticate, isStillLive, requireFactor, requireOpenToViewer, requirePermission } from './authenticate.ts';
import { callerOf } from './caller.ts';
import type { CsvOptions } from './csv.ts';
import type { DeviceCookie } from './device-cookie.ts';
import { type Implementation, WrittenReply } from './implement.ts';
import { InputError } from './input-error.ts';
import { readBytes } from './read-body.ts';
import { readInput } from './read-input.ts';
import { Refusal } from './refusal.ts';
import { onField, refusalOf } from './refusal-of.ts';
import { sendCsv } from './send-csv.ts';
import { sendEvents } from './send-events.ts';
import { sendFile } from './send-file.ts';
import { whenGone } from './when-gone.ts';

interface Settings {
  readonly deps: ServerContext;
  readonly antiForgery: AntiForgery;
  readonly devices: DeviceCookie;
  readonly secretsInAddresses: boolean;
}

/** Puts one call on the server. Who calls is settled before what they say is looked at. */
export function registerRoute(app: FastifyInstance, implementation: Implementation, settings: Settings): void {
  const { route } = implementation;
  const url = route.path.replace(/\{(\w+)\}/g, ':$1');
  // A HEAD would open a stream that nobody reads, and nobody ends.
  const exposeHeadRoute = implementation.kind !== 'events' && implementation.kind !== 'rows';
  const served = { method: route.method as HTTPMethods, url, exposeHeadRoute, handler: handlerOf(implementation, settings) };
  const { rawBody } = route;
  if (rawBody === null) app.route(served);
  else
    void app.register(async (own) => {
      readBytes(own, rawBody);
      own.route(served);
    });
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

function handlerOf(implementation: Implementation, { deps, antiForgery, devices, secretsInAddresses }: Settings): Handler {
  const { route } = implementation;
  return async (request, reply) => {
    const caller = callerOf(request, () => devices.keep(request, reply));
    const audited = deps.auditor.begin(route, request, caller);
    let actor: Awaited<ReturnType<typeof authenticate>> = null;
    try {
      antiForgery.require(request);
      if (!secretsInAddresses) requireNoSecretInAddress(route, request);
      actor = await authenticate(request, route, deps);
      audited.identify(actor);
      request.session = actor?.session ?? null;
      requireOpenToViewer(route, request, actor);
      requirePermission(route, actor);
      await requireFactor(route, actor, deps);
      requireFewChanges(route, actor, deps);
      const input = {
        ...readInput(route, request),
        actor: actor && { ...actor, gone: whenGone(reply.raw) },
        deps,
        caller,
        audit: audited.note,
        request,
        headers: request.headers,
        setHeader: (name: string, value: string) => void reply.header(name, value),
        raw: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
      } as never;
      const writeDown = () => audited.end(null);
      return await answerTo(request, reply, { implementation, input, session: actor?.session ?? null, writeDown, deps });
    } catch (error) {
      const refusal = refusalOf(error);
      await audited.end(codeOf(error, refusal));
      throw refusal ? onField(refusal, route) : error;
    }
  };
}

interface Answering {
  readonly implementation: Implementation;
  readonly input: never;
  readonly session: FoundSession | null;
  /** That it was done: of what only reads too, where its handler notes something. A stream of events is no act of its own. */
  readonly writeDown: () => Promise<void>;
  readonly deps: ServerContext;
}

async function answerTo(
  request: FastifyRequest,
  reply: FastifyReply,
  { implementation, input, session, writeDown, deps }: Answering,
): Promise<unknown> {
  const { route } = implementation;
  const isLive = () => isStillLive(request, route, deps);
  switch (implementation.kind) {
    case 'call': {
      reply.status(route.status);
      const answer = await implementation.handle(input);
      await writeDown();
      return answer instanceof WrittenReply ? reply.type('application/json; charset=utf-8').send(answer.json) : answer;
    }
    case 'page': {
      reply.header('cache-control', 'no-store').type('text/html; charset=utf-8');
      const page = await implementation.write(input);
      await writeDown();
      return page;
    }
    case 'rows': {
      const { query, actor } = input as { readonly query: Partial<CsvOptions>; readonly actor: { readonly organizationId: string } };
      // Where the caller names no clocks, the organization's count.
      const timeZone = query.timeZone ?? (await deps.organizations.require(actor.organizationId)).settings.timeZone;
      const options = { ...query, timeZone };
      const rows = await implementation.read(input);
      return sendCsv(reply, route, { session: keyed(session), isLive, writeDown, rows, options, deps });
    }
    case 'file': {
      const { name, parts } = await implementation.write(input);
      return sendFile(reply, { path: route.path, name, type: 'json', parts }, { session: keyed(session), isLive, writeDown, deps });
    }
    case 'events':
      return sendEvents(reply, { ...deps, session: keyed(session), isLive, follow: (stream) => implementation.follow(input, stream) });
    default:
      return neverKind(implementation);
  }
}

function keyed(session: FoundSession | null): FoundSession {
  if (!session) throw new Error('a stream without a reader');
  return session;
}

function neverKind(implementation: never): never {
  throw new Error(`unknown kind ${JSON.stringify(implementation)}`);
}

function codeOf(error: unknown, refusal: Refusal | null): CallCode {
  return error instanceof InputError ? 'invalidInput' : (refusal?.code ?? 'internal');
}

/** Each change is written down for good. Whoever makes too many can still stop. @throws {Refusal} `tooManyRequests` */
function requireFewChanges(
  { audited, path }: Implementation['route'],
  actor: Awaited<ReturnType<typeof authenticate>>,
  { limits }: ServerContext,
): void {
  if (!actor || !audited) return;
  const kind = /\/stops?(?:_all)?(?:\/|$)/.test(path) ? 'stops' : 'others';
  requireWithin(limits.changes, `${actor.session.subjectId} ${kind}`);
}

/** An installation that takes none says so whoever calls: the secret has been in an address already, and goes no further. */
function requireNoSecretInAddress({ secretQuery }: Implementation['route'], { query }: FastifyRequest): void {
  const given = secretQuery.filter((name) => Object.hasOwn(Object(query), name));
  if (given.length > 0) throw new Refusal('secretInAddress', { facts: { fields: given.join(', ') } });
}
