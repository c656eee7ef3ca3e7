import { Agent, request } from 'node:http';
import type { Attempt } from './attempt.ts';

export interface Reply {
  /** 0: the connection was closed, as it is for what no server can read. */
  readonly status: number;
  readonly text: string;
}

const patienceMs = 60_000;

/** Sends requests as they are, over a few connections that stay open. */
export class Sender {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 16 });

  send(base: string, { method, path, headers, body }: Attempt): Promise<Reply> {
    const { hostname, port } = new URL(base);
    return new Promise((resolve) => {
      const length = body === null ? {} : { 'content-length': String(Buffer.byteLength(body)) };
      const sent = request(
        { agent: this.#agent, hostname, port, method, path, headers: { ...headers, ...length }, timeout: patienceMs },
        (answer) => {
          const parts: Buffer[] = [];
          answer.on('data', (part: Buffer) => parts.push(part));
          answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(parts).toString() }));
          answer.on('error', (error) => resolve({ status: 0, text: String(error) }));
        },
      );
      sent.on('timeout', () => sent.destroy(new Error('no answer')));
      sent.on('error', (error) => resolve({ status: 0, text: String(error) }));
      sent.end(body ?? undefined);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}
