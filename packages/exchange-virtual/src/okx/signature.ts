import { createHmac } from 'node:crypto';
import { isSameText } from '../wire/same-text.ts';

/** HMAC-SHA256 in base64, as OKX signs. */
export const sign = (secret: string, payload: string): string => createHmac('sha256', secret).update(payload).digest('base64');

/** What a request signs: time stamp, method, path with its query and body, exactly as they were sent. */
export function restPayload({
  timestamp,
  method,
  path,
  query,
  body,
}: Readonly<Record<'timestamp' | 'method' | 'path' | 'query' | 'body', string>>): string {
  return timestamp + method + path + (query === '' ? '' : `?${query}`) + body;
}

/** What a socket signs to log in. @param timestamp - in seconds */
export const loginPayload = (timestamp: string): string => `${timestamp}GET/users/self/verify`;

export const isSignedBy = (secret: string, payload: string, signature: string): boolean => isSameText(signature, sign(secret, payload));
