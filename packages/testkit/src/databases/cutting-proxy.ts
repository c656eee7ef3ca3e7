import { connect, createServer, type Socket } from 'node:net';

export interface CuttingProxy {
  /** The database through the proxy. */
  readonly databaseUrl: string;
  /** From now on, so often: a commit reaches the database, and its connection ends before the answer. */
  cutAfterCommit(times: number): void;
  /** Connections end, and new ones are refused. */
  cut(): void;
  /** Nothing more comes through, and nobody says so. */
  silence(): void;
  /** New connections are as good as without it; those that were silent end. */
  mend(): void;
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
  let state: 'whole' | 'cut' | 'silent' = 'whole';
  let left = 0;
  let cuts = 0;
  const endAll = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  const server = createServer((client) => {
    if (state === 'cut') return void client.destroy();
    const upstream = connect(Number(target.port), target.hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
    }
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const)
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    client.on('data', (chunk: Buffer) => state === 'silent' || upstream.write(chunk));
    upstream.on('data', (chunk: Buffer) => {
      if (state === 'silent') return;
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
    cut() {
      state = 'cut';
      endAll();
    },
    silence() {
      state = 'silent';
    },
    mend() {
      state = 'whole';
      endAll();
    },
    get cuts() {
      return cuts;
    },
    close() {
      endAll();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
