import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { testMasterKey } from '@tenbin/testkit';

export interface ServerProcess {
  readonly url: string;
  stop(): Promise<void>;
}

const startTimeoutMs = 60_000;

/** The server as a process of its own, as it runs for real. */
export async function startServerProcess(databaseUrl: string): Promise<ServerProcess> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const path = fileURLToPath(new URL('../../../apps/server/src/main.ts', import.meta.url));
  const child = spawn(process.execPath, [path], {
    env: { ...process.env, DATABASE_URL: databaseUrl, MASTER_KEY: testMasterKey, PORT: String(port), BRAND: 'tenbin', LOG_LEVEL: 'error' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  const startedAt = performance.now();
  while (!(await fetch(`${url}/healthz`).catch(() => null))?.ok) {
    if (performance.now() - startedAt > startTimeoutMs || child.exitCode !== null) {
      await stop();
      throw new Error('the server did not start');
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return { url, stop };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
