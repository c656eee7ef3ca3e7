import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from './refusal.ts';

export const antiForgeryCookie = 'XSRF-TOKEN';
const header = 'x-xsrf-token';
const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);
const tokenForm = /^[\w-]{20,100}$/;

/**
 * A page of ours proves itself by sending back, in a header, what stands in a cookie that only it can read. A plain
 * client, which sends no cookie and is no browser, needs none: its key is in a header of its own.
 */
export function requireNoForgery(request: FastifyRequest): void {
  if (safeMethods.has(request.method)) return;
  const { headers } = request;
  const isBrowser = headers.cookie !== undefined || headers.origin !== undefined || headers['sec-fetch-site'] !== undefined;
  if (!isBrowser) return;
  const cookie = request.cookies[antiForgeryCookie] ?? '';
  const given = headers[header];
  if (typeof given !== 'string' || !tokenForm.test(cookie) || !isEqual(cookie, given)) throw new Refusal('antiForgery');
}

/** Gives a visitor without the cookie one, readable by our pages. */
export function offerToken(request: FastifyRequest, reply: FastifyReply, { isSecure }: { isSecure: boolean }): void {
  if (tokenForm.test(request.cookies[antiForgeryCookie] ?? '')) return;
  reply.setCookie(antiForgeryCookie, randomBytes(18).toString('base64url'), { path: '/', sameSite: 'lax', secure: isSecure });
}

function isEqual(a: string, b: string): boolean {
  const [first, second] = [Buffer.from(a), Buffer.from(b)];
  return first.length === second.length && timingSafeEqual(first, second);
}
