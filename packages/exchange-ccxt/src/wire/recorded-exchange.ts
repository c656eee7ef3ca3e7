import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { ExchangeAccount } from '@tenbin/exchange';
import { systemRuntime } from '@tenbin/runtime';
import type { CcxtConnector } from '../ccxt-connection.ts';
import { CcxtExchanges } from '../ccxt-exchanges.ts';

/** A request as it came over the wire; parameters of the query and of the body, JSON or form, together. */
export interface SeenRequest {
  /** 'POST /v1/user/spot/order' */
  readonly route: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly headers: IncomingMessage['headers'];
}

/** Text goes out as it is. */
type Answer = string | object;

interface RecordedOptions {
  readonly ccxtId: string;
  /** What the exchange says, by route. */
  readonly answers: Readonly<Record<string, Answer>>;
}

/** The adapter, connected over a real socket to a server that gives an exchange's recorded answers. For tests. */
export interface RecordedExchange {
  readonly account: ExchangeAccount;
  readonly connector: CcxtConnector;
  readonly seen: readonly SeenRequest[];
  /** The last request of a route. */
  last(route: string): SeenRequest;
  /** From now on this route says something else. */
  answer(route: string, body: Answer, status?: number): void;
  close(): Promise<void>;
}

const testKeys = { apiKey: 'KEY-OF-A-TEST', secret: 'c2VjcmV0IG9mIGEgdGVzdA==', passphrase: 'three words long' } as const;

export async function openRecordedExchange({ ccxtId, answers }: RecordedOptions): Promise<RecordedExchange> {
  const routes = new Map(Object.entries(answers).map(([route, body]) => [route, { body, status: 200 }]));
  const seen: SeenRequest[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const url = new URL(incoming.url ?? '/', 'http://localhost');
    const request: SeenRequest = {
      route: `${incoming.method} ${url.pathname}`,
      parameters: { ...Object.fromEntries(url.searchParams), ...parametersOf(await text(incoming)) },
      headers: incoming.headers,
    };
    seen.push(request);
    const answer = routes.get(request.route) ?? { body: { unexpected: request.route }, status: 404 };
    outgoing.writeHead(answer.status, { 'content-type': 'application/json' });
    outgoing.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  // Nobody waits in a lane of a test.
  const exchanges = new CcxtExchanges(systemRuntime());
  exchanges.limitsOf(baseUrl, () => ({ msPerCost: 0 }));
  const patience = { readDeadlineMs: 300_000, laneDeadlineMs: 300_000, orderDeadlineMs: 300_000 };
  const connector = exchanges.open({ ccxtId, baseUrl }, patience);
  return {
    account: await connector.account(testKeys),
    connector,
    seen,
    last(route) {
      const found = seen.findLast((request) => request.route === route);
      if (found === undefined) throw new Error(`nobody asked for ${route}; asked were ${seen.map((request) => request.route).join(', ')}`);
      return found;
    },
    answer: (route, body, status = 200) => void routes.set(route, { body, status }),
    async close() {
      await connector.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function parametersOf(body: string): Record<string, unknown> {
  if (body === '') return {};
  return body.startsWith('{') ? JSON.parse(body) : Object.fromEntries(new URLSearchParams(body));
}
