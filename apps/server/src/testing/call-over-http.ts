import { Agent, type IncomingHttpHeaders, request } from 'node:http';

export interface HttpAnswer {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
}

export interface HttpCall {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload: string | Buffer | undefined;
}

/** Calls to one server, on connections that are kept. */
export interface HttpCaller {
  call(address: string, what: HttpCall): Promise<HttpAnswer>;
  close(): void;
}

/**
 * In place of `fetch`, which writes a body in pieces: where both ends are one process, the answer is often there before it
 * knows that it has written all, and then it opens another connection for the next call.
 */
export function callOverHttp(): HttpCaller {
  const agent = new Agent({ keepAlive: true });
  return {
    call: (address, { method, headers, payload }) =>
      new Promise((resolve, reject) => {
        const length = payload === undefined ? {} : { 'content-length': String(Buffer.byteLength(payload)) };
        const sent = request(new URL(address), { agent, method, headers: { accept: '*/*', 'user-agent': 'node', ...length, ...headers } });
        sent.on('error', reject);
        sent.on('response', (response) => {
          const parts: Buffer[] = [];
          response.on('error', reject);
          response.on('data', (part: Buffer) => parts.push(part));
          response.on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              text: new TextDecoder().decode(Buffer.concat(parts)),
              headers: headersOf(response.headers),
            }),
          );
        });
        sent.end(payload);
      }),
    close: () => agent.destroy(),
  };
}

function headersOf(given: IncomingHttpHeaders): Headers {
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(given)) for (const value of [values].flat()) headers.append(name, value);
  return headers;
}
