import { createECDH, createPrivateKey, sign } from 'node:crypto';

const validSeconds = 12 * 3600;

/**
 * Who sends a push, for its service: RFC 8292. Good for that service alone, and for half a day.
 *
 * @param secret - the private key on P-256, hex
 * @param subject - where the service reaches who sends: an address of the web, or a mailbox
 * @returns the header `authorization`
 */
export function pushProof(
  endpoint: string,
  { secret, subject, at }: { readonly secret: string; readonly subject: string; readonly at: Date },
): string {
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(secret, 'hex');
  const point = pair.getPublicKey();
  const coordinate = (from: number): string => point.subarray(from, from + 32).toString('base64url');
  const jwk = { kty: 'EC', crv: 'P-256', x: coordinate(1), y: coordinate(33), d: Buffer.from(secret, 'hex').toString('base64url') };
  const exp = Math.floor(at.getTime() / 1000) + validSeconds;
  const claims = [
    { typ: 'JWT', alg: 'ES256' },
    { aud: new URL(endpoint).origin, exp, sub: subject },
  ];
  const signed = claims.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  const key = createPrivateKey({ key: jwk, format: 'jwk' });
  const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url');
  return `vapid t=${signed}.${signature}, k=${point.toString('base64url')}`;
}
