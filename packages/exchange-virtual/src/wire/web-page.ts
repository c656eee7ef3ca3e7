import { STATUS_CODES } from 'node:http';
import type { HttpAnswer } from './served-dialect.ts';

/** What a proxy in front of an exchange says when the exchange does not answer: no code, no JSON. */
export function webPage(status: number, retryAfterSeconds?: number): HttpAnswer {
  const title = `${status} ${STATUS_CODES[status] ?? 'Error'}`;
  const body = `<html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`;
  const retryAfter = retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) };
  return { status, headers: { 'content-type': 'text/html', ...retryAfter }, body };
}
