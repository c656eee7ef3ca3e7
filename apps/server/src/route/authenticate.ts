import { keyHeaders } from '@tenbin/contract';
import type { FastifyRequest } from 'fastify';
import type { ServerContext } from '../context.ts';
import type { Actor } from './caller.ts';
import { Refusal } from './refusal.ts';

const header = keyHeaders.user ?? '';

/** @throws {Refusal} `signinRequired`, `sessionTimeout` */
export async function authenticate(request: FastifyRequest, { sessions, database }: ServerContext): Promise<Actor> {
  const key = request.headers[header];
  if (typeof key !== 'string' || key === '') throw new Refusal('signinRequired');
  const check = await sessions.check(key);
  switch (check.kind) {
    case 'unknown':
      throw new Refusal('signinRequired');
    case 'timedOut':
      throw new Refusal('sessionTimeout');
    case 'live':
      return actorOf(check.session, database);
    default:
      return neverCheck(check);
  }
}

function actorOf(session: Actor['session'], database: ServerContext['database']): Actor {
  const { organizationId, surface, subjectId } = session;
  // Another surface's key is no user's.
  if (organizationId === null || surface !== 'user') throw new Refusal('signinRequired');
  return { userId: subjectId, organizationId, organization: database.forOrganization(organizationId), session };
}

function neverCheck(check: never): never {
  throw new Error(`unknown check ${JSON.stringify(check)}`);
}
