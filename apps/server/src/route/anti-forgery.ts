import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from './refusal.ts';

const antiForgeryCookie = 'XSRF-TOKEN';
const header = 'x-xsrf-token';
const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);
const inCookies = new RegExp(`(?:^|;\\s*)${antiForgeryCookie}=([\\w-]{20,100})(?:;|$)`);

/**
 * A page of ours proves itself by sending back, in a header, what stands in a cookie that only it can read. A plain
 * client, which sends no cookie and is no browser, needs none: its key is in a header of its own.
 */
export function requireNoForgery(request: FastifyRequest): void {
  if (safeMethods.has(request.method)) return;
  if (!isBrowser(request)) return;
  const cookie = cookieOf(request);
  const given = request.headers[header];
  if (typeof given !== 'string' || cookie === null || !isEqual(cookie, given)) throw new Refusal('antiForgery');
}

/** Gives a visitor without the cookie one, readable by our pages. */
export function offerToken(request: FastifyRequest, reply: FastifyReply, { isSecure }: { isSecure: boolean }): void {
  if (cookieOf(request) !== null) return;
  const token = randomBytes(18).toString('base64url');
  reply.header('set-cookie', `${antiForgeryCookie}=${token}; Path=/; SameSite=Lax${isSecure ? '; Secure' : ''}`);
}

/** Whether a browser is at the other end, or something that has cookies like one. */
export const isBrowser = ({ headers }: FastifyRequest): boolean =>
  headers.cookie !== undefined || headers.origin !== undefined || headers['sec-fetch-site'] !== undefined;

/** Read only where it is needed: most calls have nothing to do with cookies. */
function cookieOf({ headers }: FastifyRequest): string | null {
  return headers.cookie === undefined ? null : (inCookies.exec(headers.cookie)?.[1] ?? null);
}

function isEqual(a: string, b: string): boolean {
  const [first, second] = [Buffer.from(a), Buffer.from(b)];
  return first.length === second.length && timingSafeEqual(first, second);
}
