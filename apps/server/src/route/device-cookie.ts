import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isBrowser } from './anti-forgery.ts';

/** Browsers keep no cookie longer than 400 days; each sign-in begins them anew. */
const keptSeconds = 400 * 86_400;

/**
 * By what a browser is known again when somebody signs in there: chance, that no page can read. As a program calls itself, it
 * is called so by anybody, and otherwise after each of its updates.
 */
export interface DeviceCookie {
  /** @returns the browser's, made where it has none; null for a plain client, which keeps no cookies */
  keep(request: FastifyRequest, reply: FastifyReply): string | null;
}

/** @param isSecure - reached over https: then the cookie is one that no other host, not even one below ours, can set */
export function createDeviceCookie({ isSecure }: { isSecure: boolean }): DeviceCookie {
  const name = `${isSecure ? '__Host-' : ''}DEVICE`;
  const inCookies = new RegExp(`(?:^|;\\s{0,9})${name}=([\\w-]{24})(?:;|$)`);
  return {
    keep(request, reply) {
      if (!isBrowser(request)) return null;
      const id = inCookies.exec(request.headers.cookie ?? '')?.[1] ?? randomBytes(18).toString('base64url');
      const given = `${name}=${id}; Path=/; Max-Age=${keptSeconds}; HttpOnly; SameSite=Strict`;
      reply.header('set-cookie', isSecure ? `${given}; Secure` : given);
      return id;
    },
  };
}
