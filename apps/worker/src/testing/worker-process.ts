import { type ChildProcess, spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { testMasterKey } from '@tenbin/testkit';

/** A worker as a process of its own. */
export interface WorkerProcess {
  /** Events that it logged, oldest first. */
  readonly events: readonly string[];
  signal(signal: 'SIGCONT' | 'SIGUSR2'): void;
  /** Ends it with -9. */
  kill(): Promise<void>;
}

/** @param place - a native PostgreSQL, which several of them share, or the folder of an embedded database, which is one's own */
export function spawnWorker(
  place: { readonly DATABASE_URL: string } | { readonly DATA_DIR: string },
  name: string,
  {
    script = '../main.ts',
    settings = {},
  }: { readonly script?: '../main.ts' | 'quick-worker.ts'; readonly settings?: Readonly<Record<string, string>> } = {},
): WorkerProcess {
  // It lives as short as a test: what would be spent on compiling the embedded database well is never earned back.
  const child = spawn(process.execPath, ['--liftoff-only', resolve(import.meta.dirname, script)], {
    env: {
      PATH: process.env.PATH,
      ...place,
      MASTER_KEY: testMasterKey,
      PUBLIC_URL: 'http://127.0.0.1:3000',
      WORKER_NAME: name,
      LOG_LEVEL: 'info',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const events: string[] = [];
  let rest = '';
  child.stdout.on('data', (chunk: Buffer) => {
    const lines = `${rest}${chunk}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) events.push(String((JSON.parse(line) as { readonly msg?: string }).msg));
  });
  return { events, signal: (signal) => void child.kill(signal), kill: () => end(child) };
}

function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((done) => {
    child.once('exit', () => done());
    child.kill('SIGKILL');
  });
}
