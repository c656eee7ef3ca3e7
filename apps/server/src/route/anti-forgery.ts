import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from './refusal.ts';

const header = 'x-xsrf-token';
const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * A page of ours proves itself by sending back, in a header, what stands in a cookie that only it can read. A plain
 * client, which sends no cookie and is no browser, needs none: its key is in a header of its own.
 */
export interface AntiForgery {
  /** @throws {Refusal} `antiForgery` */
  require(request: FastifyRequest): void;
  /** Gives a visitor without the cookie one, readable by our pages. */
  offer(request: FastifyRequest, reply: FastifyReply): void;
}

/** @param isSecure - reached over https: then the cookie is one that no other host, not even one below ours, can set */
export function createAntiForgery({ isSecure }: { isSecure: boolean }): AntiForgery {
  const name = `${isSecure ? '__Host-' : ''}XSRF-TOKEN`;
  const inCookies = new RegExp(`(?:^|;\\s{0,9})${name}=([\\w-]{20,100})(?:;|$)`);
  /** Read only where it is needed: most calls have nothing to do with cookies. */
  const cookieOf = ({ headers }: FastifyRequest): string | null =>
    headers.cookie === undefined ? null : (inCookies.exec(headers.cookie)?.[1] ?? null);
  return {
    require(request) {
      if (safeMethods.has(request.method) || !isBrowser(request)) return;
      const cookie = cookieOf(request);
      const given = request.headers[header];
      if (typeof given !== 'string' || cookie === null || !isEqual(cookie, given)) throw new Refusal('antiForgery');
    },
    offer(request, reply) {
      if (cookieOf(request) !== null) return;
      const token = randomBytes(18).toString('base64url');
      reply.header('set-cookie', `${name}=${token}; Path=/; SameSite=Lax${isSecure ? '; Secure' : ''}`);
    },
  };
}

/** Whether a browser is at the other end, or something that has cookies like one. */
export const isBrowser = ({ headers }: FastifyRequest): boolean =>
  headers.cookie !== undefined || headers.origin !== undefined || headers['sec-fetch-site'] !== undefined;

function isEqual(a: string, b: string): boolean {
  const [first, second] = [Buffer.from(a), Buffer.from(b)];
  return first.length === second.length && timingSafeEqual(first, second);
}
