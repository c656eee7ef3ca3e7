import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** What the exchange's own rows make of a month: decimal texts. */
export interface StatedPart {
  /** Null: of all bots together. */
  readonly title: string | null;
  readonly usd: Readonly<Record<'opening' | 'flows' | 'result' | 'closing' | 'fees', string>>;
  readonly outsideFees: readonly (readonly [coin: string, fee: string])[];
  readonly volume: string;
  readonly fills: number;
  readonly basisPoint: number | null;
  /** By currency: opening, flows, trades, fees, rounding, closing. */
  readonly rows: Readonly<Record<string, readonly string[]>>;
}

/** A bot's first card, in yen; `rate` is what a dollar costs. */
export type CardInYen = Readonly<Record<'rate' | 'worth' | 'change' | 'trading' | 'fees' | 'price' | 'againstHolding', number>> & {
  readonly botId: string;
};

export interface PlayedMonths {
  readonly url: string;
  /** Of the user's session. */
  readonly key: string;
  readonly statements: readonly { readonly month: string; readonly parts: readonly StatedPart[] }[];
  readonly cards: readonly CardInYen[];
}

/** Two months of two bots on the real parts, in a process of their own, for as long as they are used. */
export async function withPlayedMonths<T>(use: (played: PlayedMonths) => Promise<T>): Promise<T> {
  const child = spawn(process.execPath, ['--liftoff-only', 'tests/two-months/play.ts'], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, NODE_COMPILE_CACHE: '.cache/node' },
  });
  const ended = once(child, 'exit');
  try {
    const line = once(createInterface(child.stdout), 'line').then(([text]) => String(text));
    const told = await Promise.race([line, ended.then(([code]) => Promise.reject(new Error(`it ended with ${code}`)))]);
    return await use(JSON.parse(told) as PlayedMonths);
  } finally {
    child.stdin.end();
    await ended;
  }
}
