import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { PrometheusMetrics } from './prometheus-metrics.ts';

export interface ProcessMetrics {
  readonly metrics: Metrics;
  /** Null where they are not served. */
  readonly url: string | null;
  close(): Promise<void>;
}

/**
 * What a process counts, served as Prometheus text at `/metrics` on a port of its own, without a key: whoever can reach the
 * port reads it.
 *
 * @param at - null: nothing listens, and the figures are the process's own
 * @throws {Error} the port is taken
 */
export async function openMetrics(at: { readonly host: string; readonly port: number } | null, log: Log): Promise<ProcessMetrics> {
  const metrics = new PrometheusMetrics();
  if (at === null) return { metrics, url: null, close: async () => undefined };
  const server = createServer((request, response) => {
    // A connection that is kept would be closed by one side in the moment in which the other asks again.
    response.setHeader('connection', 'close');
    const isAsked = request.method === 'GET' && request.url?.split('?')[0] === '/metrics';
    if (!isAsked) {
      response.writeHead(404).end();
      return;
    }
    metrics.text().then(
      (text) => response.writeHead(200, { 'content-type': metrics.contentType, 'cache-control': 'no-store' }).end(text),
      (error: unknown) => {
        log.error({ err: error }, 'metrics.failed');
        response.writeHead(500).end();
      },
    );
  });
  const url = await listen(server, at);
  log.info({ url }, 'metrics.started');
  return {
    metrics,
    url,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function listen(server: Server, { host, port }: { readonly host: string; readonly port: number }): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, () => {
      const { address, family, port: taken } = server.address() as AddressInfo;
      resolve(`http://${family === 'IPv6' ? `[${address}]` : address}:${taken}/metrics`);
    });
  });
}
