import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Fetch } from '@tenbin/paypal';
import { PaypalStandIn } from '@tenbin/paypal/stand-in';
import type { Runtime } from '@tenbin/runtime';
import type { ServerDeps } from '@tenbin/server';
import type { Log } from '@tenbin/telemetry';

/** The payment provider of a trial. */
export interface TrialPayments {
  readonly url: string;
  readonly settings: NonNullable<ServerDeps['paypal']>;
  readonly standIn: PaypalStandIn;
  /** Written down now, so that a process that is killed loses nothing of it. */
  save(): Promise<void>;
  close(): Promise<void>;
}

const tickMs = 10_000;

/** Starts the stand-in where it was when the trial ended; its clock is the machine's, so that months take months. */
export async function openPayments(
  { dataDir }: { readonly dataDir: string },
  { runtime, log }: { readonly runtime: Runtime; readonly log: Log },
): Promise<TrialPayments> {
  const file = join(dataDir, 'paypal-stand-in.state');
  const fetch: Fetch = (input, init) => globalThis.fetch(input, init);
  const standIn = await PaypalStandIn.start({ runtime, fetch, state: await readIfThere(file) });
  let writing = Promise.resolve();
  let written: Buffer | null = null;
  const save = (): Promise<void> => {
    writing = writing.then(async () => {
      const { state } = standIn;
      if (written?.equals(state)) return;
      await writeFile(`${file}.new`, state, { mode: 0o600 });
      await rename(`${file}.new`, file);
      written = state;
    });
    return writing;
  };
  const goOn = async (): Promise<void> => {
    await standIn.advance(0);
    await save();
  };
  const stop = runtime.every(tickMs, () => void goOn().catch((error: unknown) => log.warn({ err: error }, 'payments.save_failed')), {
    unref: true,
  });
  return {
    url: standIn.url,
    settings: { places: { live: standIn.place, sandbox: standIn.place }, fetch },
    standIn,
    save,
    async close() {
      stop();
      await standIn.close();
      await save();
    },
  };
}

async function readIfThere(file: string): Promise<Buffer | undefined> {
  try {
    return await readFile(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
