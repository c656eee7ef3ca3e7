import { type Language, preferredLanguage } from '@tenbin/accounts';
import type { FoundSession, OrganizationDatabase } from '@tenbin/db';
import type { FastifyRequest } from 'fastify';
import { networkOf } from '../limits/network-of.ts';
import type { Asker } from '../limits/places.ts';
import type { Visit } from '../tenancy/tenancy.ts';

/** Who is at the other end, signed in or not. */
export interface Caller {
  /** For limits: see `networkOf`. */
  readonly address: string;
  /** As its program calls itself; null where it does not. */
  readonly agent: string | null;
  readonly language: Language;
  readonly visit: Visit;
  /** By what its browser is known again, from now on; null: a program that keeps no cookies. */
  readonly keepDevice: () => string | null;
}

/** The user whose things a call works with. Everything of theirs is reached through `organization`. */
export interface Owner extends Asker {
  readonly organization: OrganizationDatabase;
}

/** A signed-in user. */
export interface Actor extends Owner {
  readonly session: FoundSession;
}

/** A signed-in administrator of an organization. */
export interface Administrator extends Pick<Asker, 'gone'> {
  readonly administratorId: string;
  readonly organizationId: string;
  readonly organization: OrganizationDatabase;
  readonly session: FoundSession;
}

/** A signed-in operator of the platform. */
export interface Operator extends Pick<Asker, 'gone'> {
  readonly operatorId: string;
  readonly session: FoundSession;
}

/** As the caller wrote it, without the port. What a proxy says of another one is not asked for: `Host` is to be passed on. */
export const hostOf = ({ headers }: FastifyRequest): string => /^(?:\[[^\]]{0,50}\]|[^:]{0,255})/.exec(headers.host ?? '')?.[0] ?? '';

const maxAgentLength = 200;

/** Found out when it is asked for: most calls ask for little of it. */
export function callerOf(request: FastifyRequest, keepDevice: Caller['keepDevice'] = () => null): Caller {
  return {
    keepDevice,
    get address() {
      return networkOf(request.ip);
    },
    get agent() {
      return request.headers['user-agent']?.slice(0, maxAgentLength) ?? null;
    },
    get language() {
      return preferredLanguage(request.headers['accept-language']);
    },
    get visit() {
      const { wl, brand = wl } = request.query as { wl?: unknown; brand?: unknown };
      return { host: hostOf(request), requestedBrand: typeof brand === 'string' ? brand : undefined };
    },
  };
}
