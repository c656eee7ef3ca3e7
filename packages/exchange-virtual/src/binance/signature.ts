import { createHmac } from 'node:crypto';
import { isSameText } from '../wire/same-text.ts';

/** HMAC-SHA256 in hex, as Binance signs. */
export const sign = (secret: string, payload: string): string => createHmac('sha256', secret).update(payload).digest('hex');

/**
 * What a REST request signs: its query and its body with nothing between them, in order and encoding as received,
 * without the signature itself.
 */
export function restPayload(query: string, body: string): string {
  return withoutSignature(query) + withoutSignature(body);
}

/** What a WebSocket API call signs: its parameters by name, `name=value` joined by `&`, without the signature. */
export function callPayload(parameters: Readonly<Record<string, unknown>>): string {
  return Object.keys(parameters)
    .filter((name) => name !== 'signature')
    .sort()
    .map((name) => `${name}=${textOf(parameters[name])}`)
    .join('&');
}

/** A parameter of the WebSocket API as text: JSON of what is no plain value. */
export const textOf = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value));

export function isSignedBy(secret: string, payload: string, signature: string): boolean {
  return isSameText(signature.toLowerCase(), sign(secret, payload));
}

const withoutSignature = (text: string): string =>
  text
    .split('&')
    .filter((part) => !part.startsWith('signature='))
    .join('&');
