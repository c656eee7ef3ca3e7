import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();
const base64url = (data: string | Buffer): string => Buffer.from(data).toString('base64url');

const userPresent = 0x01;
const userVerified = 0x04;
const hasCredential = 0x40;

export interface SoftwareAuthenticator {
  readonly id: string;
  /** What a browser answers that made a passkey of it. */
  create(challenge: string): { id: string; rawId: string; type: 'public-key'; response: Record<string, unknown> };
  /** What a browser answers that had it sign. */
  sign(
    challenge: string,
    with_?: { readonly counter?: number; readonly isVerified?: boolean; readonly origin?: string; readonly host?: string },
  ): { id: string; rawId: string; type: 'public-key'; response: Record<string, unknown> };
}

/** An authenticator that really signs: one P-256 key for the page at an address. */
export function makeSoftwareAuthenticator(page: string): SoftwareAuthenticator {
  const { origin: ownOrigin, hostname } = new URL(page);
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentialId = randomBytes(32);
  const id = base64url(credentialId);
  const clientData = (type: string, challenge: string, origin: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const authenticatorData = (flags: number, counter: number, host: string, more = Buffer.alloc(0)) => {
    const fixed = Buffer.alloc(5);
    fixed.writeUInt8(flags);
    fixed.writeUInt32BE(counter, 1);
    return Buffer.concat([sha256(host), fixed, more]);
  };
  const answer = (response: Record<string, unknown>) => ({ id, rawId: id, type: 'public-key' as const, response });
  return {
    id,
    create(challenge) {
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      const coordinate = (name: number, value: string) => Buffer.concat([Buffer.from([name, 0x58, 32]), Buffer.from(value, 'base64url')]);
      // CBOR: kty 2 (EC2), alg -7 (ES256), crv 1 (P-256), x, y.
      const key = Buffer.concat([Buffer.from([0xa5, 1, 2, 3, 0x26, 0x20, 1]), coordinate(0x21, x), coordinate(0x22, y)]);
      const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, credentialId.length]), credentialId, key]);
      const data = authenticatorData(userPresent | userVerified | hasCredential, 0, hostname, credential);
      const named = (name: string) => Buffer.concat([Buffer.from([0x60 + name.length]), Buffer.from(name)]);
      const attestationObject = Buffer.concat([
        ...[Buffer.from([0xa3]), named('fmt'), named('none'), named('attStmt'), Buffer.from([0xa0]), named('authData')],
        ...[Buffer.from([0x58, data.length]), data],
      ]);
      return answer({
        clientDataJSON: base64url(clientData('webauthn.create', challenge, ownOrigin)),
        attestationObject: base64url(attestationObject),
        transports: ['internal'],
      });
    },
    sign(challenge, { counter = 0, isVerified = true, origin = ownOrigin, host = hostname } = {}) {
      const client = clientData('webauthn.get', challenge, origin);
      const data = authenticatorData(userPresent | (isVerified ? userVerified : 0), counter, host);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      return answer({
        clientDataJSON: base64url(client),
        authenticatorData: base64url(data),
        signature: base64url(signature),
        userHandle: null,
      });
    },
  };
}
