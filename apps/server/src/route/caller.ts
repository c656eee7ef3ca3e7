import { type Language, preferredLanguage } from '@tenbin/accounts';
import type { OrganizationDatabase, Session } from '@tenbin/db';
import type { FastifyRequest } from 'fastify';
import type { Visit } from '../tenancy/tenancy.ts';

/** Who is at the other end, signed in or not. */
export interface Caller {
  /** Of the network, for limits. */
  readonly address: string;
  readonly language: Language;
  readonly visit: Visit;
}

/** A signed-in user. Everything of theirs is reached through `organization`. */
export interface Actor {
  readonly userId: string;
  readonly organizationId: string;
  readonly organization: OrganizationDatabase;
  readonly session: Session;
}

export function callerOf(request: FastifyRequest): Caller {
  const { brand } = request.query as { brand?: unknown };
  return {
    address: request.ip,
    language: preferredLanguage(request.headers['accept-language']),
    visit: { host: request.hostname, wishedBrand: typeof brand === 'string' ? brand : undefined },
  };
}
