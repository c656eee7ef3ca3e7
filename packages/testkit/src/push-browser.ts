import { createDecipheriv, createECDH, createPublicKey, type ECDH, hkdfSync, randomBytes, verify } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Received {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** As the browser reads it. */
  readonly message: Readonly<Record<string, unknown>>;
}

const part = (text = ''): Record<string, unknown> => JSON.parse(Buffer.from(text, 'base64url').toString());

/** A browser with its push service, on a socket: it decrypts what it is sent, and holds its sender against their key. */
export class PushBrowser {
  readonly received: Received[] = [];
  /** What the service answers. */
  status = 201;
  readonly #pair: ECDH;
  readonly #auth = randomBytes(16);
  readonly #service: Server;

  private constructor() {
    this.#pair = createECDH('prime256v1');
    this.#pair.generateKeys();
    this.#service = createServer(async (request, response) => {
      const parts: Buffer[] = [];
      for await (const one of request) parts.push(one);
      this.received.push({ headers: request.headers, message: JSON.parse(this.#read(Buffer.concat(parts))) });
      response.writeHead(this.status).end();
    });
  }

  static async open(): Promise<PushBrowser> {
    const browser = new PushBrowser();
    await new Promise<void>((done) => browser.#service.listen(0, '127.0.0.1', done));
    return browser;
  }

  /** What its service gave it. */
  get given() {
    const { port } = this.#service.address() as AddressInfo;
    return {
      endpoint: `http://127.0.0.1:${port}/send/secret-of-this-browser`,
      p256dh: this.#pair.getPublicKey('base64url'),
      auth: this.#auth.toString('base64url'),
    };
  }

  close(): Promise<void> {
    return new Promise((done) => {
      this.#service.close(() => done());
      this.#service.closeAllConnections();
    });
  }

  /** RFC 8291 from its other end. */
  #read(body: Buffer): string {
    const salt = body.subarray(0, 16);
    const keyEnd = 21 + body.readUInt8(20);
    const sender = body.subarray(21, keyEnd);
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), this.#pair.getPublicKey(), sender]);
    const shared = Buffer.from(hkdfSync('sha256', this.#pair.computeSecret(sender), this.#auth, info, 32));
    const derived = (name: string, length: number) => Buffer.from(hkdfSync('sha256', shared, salt, `Content-Encoding: ${name}\0`, length));
    const box = createDecipheriv('aes-128-gcm', derived('aes128gcm', 16), derived('nonce', 12));
    box.setAuthTag(body.subarray(-16));
    const padded = Buffer.concat([box.update(body.subarray(keyEnd, -16)), box.final()]);
    return padded.subarray(0, padded.lastIndexOf(2)).toString();
  }
}

/** What a sender says of themselves, if it is signed with their key. @throws {Error} where it is not */
export function provenSender(authorization: unknown): { readonly claims: Record<string, unknown>; readonly publicKey: string } {
  const [, proof = '', publicKey = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(String(authorization)) ?? [];
  const [head, claims, signature = ''] = proof.split('.');
  const point = Buffer.from(publicKey, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
  const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, format: 'jwk' });
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isSigned || part(head).alg !== 'ES256') throw new Error('not signed with that key');
  return { claims: part(claims), publicKey };
}
