import { createPrivateKey } from 'node:crypto';

const shape = /^-----BEGIN ([A-Z ]*PRIVATE KEY)-----([\sA-Za-z0-9+/=\\]+)-----END \1-----$/;

/** Some exchanges give out a key file in the place of a secret. */
export const isKeyFile = (secret: string): boolean => secret.includes('PRIVATE KEY');

/**
 * A key file as it was given out, however it was pasted: its lines may have become one, or have other ends.
 *
 * @returns null for one that nothing can be signed with: cut off, or locked by a password of its own
 */
export function wholeKeyFile(secret: string): string | null {
  const [, label, body] = shape.exec(secret.trim()) ?? [];
  if (label === undefined || body === undefined) return null;
  const lines = body.replace(/\\[rn]|\s/g, '').match(/.{1,64}/g) ?? [];
  const file = [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n');
  try {
    createPrivateKey(file);
    return file;
  } catch {
    return null;
  }
}
