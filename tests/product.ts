import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The product as `npm start` starts it, on free ports and a data folder of its own. */
export interface Product {
  readonly url: string;
  /** What it printed when it was ready. */
  readonly banner: string;
  /** Ends it as Ctrl-C does, or at once as a crash does. The data stays. */
  stop(signal: 'SIGINT' | 'SIGKILL'): Promise<number | null>;
}

/**
 * Starts the product on a data folder, and waits until it says where it is.
 *
 * @param flags - of the engine that runs it
 */
export async function startProduct(dataDir: string, settings: NodeJS.ProcessEnv = {}, flags: readonly string[] = []): Promise<Product> {
  const child = spawn(process.execPath, [...flags, 'apps/standalone/src/main.ts'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PORT: '0', VENUE_PORT: '0', DATA_DIR: dataDir, ...settings },
  });
  const banner = await untilReady(child);
  const url = /running: (\S+)/.exec(banner)?.[1];
  if (!url) throw new Error(`no address in:\n${banner}`);
  return { url, banner, stop: (signal) => end(child, signal) };
}

/** Somebody to log in as. */
export interface TrialAccount {
  readonly email: string;
  readonly password: string;
  /** Where to log in, in the brand's dress. */
  readonly address: string;
}

export type Brand = 'tenbin' | 'kohaku' | 'suzuran' | 'akane';

/** A brand's user, as the terminal names it. Only the first brand's has a bot. */
export const accountOf = (product: Product, brand: Brand): TrialAccount => accountAt(product, `/\\?brand=${brand}`);

/** A brand's owner, who administers its organization. */
export const ownerOf = (product: Product, brand: Brand): TrialAccount => accountAt(product, `/admin/\\?brand=${brand}`);

/** Who operates the platform. */
export const operatorOf = (product: Product): TrialAccount => accountAt(product, '/ango-ya/');

/** @param path - of where to log in, as a pattern */
function accountAt({ banner }: Product, path: string): TrialAccount {
  const found = new RegExp(`^ +(\\S+@\\S+) +(\\S+) +(http://[^/\\s]+${path})$`, 'm').exec(banner);
  if (!found) throw new Error(`no account for ${path} in:\n${banner}`);
  const [, email = '', password = '', address = ''] = found;
  return { email, password, address };
}

/** A data folder that is gone after `use`. */
export async function withDataFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'tenbin-journey-'));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function untilReady(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = '';
    const take = (part: Buffer) => {
      printed += part.toString();
      if (printed.includes('Ctrl-C stops it')) resolve(printed);
    };
    child.stdout?.on('data', take);
    child.stderr?.on('data', take);
    child.once('exit', (code) => reject(new Error(`it ended with ${code} before it was ready:\n${printed}`)));
  });
}

function end(child: ChildProcess, signal: 'SIGINT' | 'SIGKILL'): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode);
  return new Promise((resolve) => {
    child.once('exit', (code) => resolve(code));
    child.kill(signal);
  });
}
