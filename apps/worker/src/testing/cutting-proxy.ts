import { connect, createServer, type Socket } from 'node:net';

export interface CuttingProxy {
  /** The database through the proxy. */
  readonly databaseUrl: string;
  /** From now on, so often: a commit reaches the database, and its connection ends before the answer. */
  cutAfterCommit(times: number): void;
  /** How many answers were kept back so far. */
  readonly cuts: number;
  close(): Promise<void>;
}

/** What PostgreSQL says when a transaction is committed. */
const committed = Buffer.from('COMMIT\0');

/** Stands between a process and its PostgreSQL, and ends connections at the worst moment. */
export async function openCuttingProxy(databaseUrl: string): Promise<CuttingProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let left = 0;
  let cuts = 0;
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
    }
    client.on('close', () => upstream.destroy());
    upstream.on('close', () => client.destroy());
    client.pipe(upstream);
    upstream.on('data', (chunk: Buffer) => {
      if (left === 0 || !chunk.includes(committed)) {
        client.write(chunk);
        return;
      }
      left -= 1;
      cuts += 1;
      client.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no address');
  const through = new URL(databaseUrl);
  through.port = String(address.port);
  return {
    databaseUrl: through.href,
    cutAfterCommit: (times) => {
      left = times;
    },
    get cuts() {
      return cuts;
    },
    close() {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
