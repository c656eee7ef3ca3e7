import type { BotError, BotPhase, StopReceipt } from '@tenbin/bots';

/** A value as it stands in jsonb: moments as ISO text. */
type Stored<T> = T extends Date ? string : T extends string ? T : T extends object ? { readonly [Key in keyof T]: Stored<T[Key]> } : T;

export type StoredReceipt = Stored<StopReceipt>;
export type StoredPhase = BotPhase extends infer Phase ? (Phase extends BotPhase ? Stored<Phase> : never) : never;
export type StoredMessage = Omit<BotError, 'at'> & { readonly at: string };

/** JSON writes a Date as ISO text by itself. */
export const storedPhase = (phase: BotPhase): StoredPhase => JSON.parse(JSON.stringify(phase));
export const storedReceipt = (receipt: StopReceipt): StoredReceipt => JSON.parse(JSON.stringify(receipt));
export const storedMessage = (message: BotError): StoredMessage => ({ ...message, at: message.at.toISOString() });

export const messageOf = (stored: StoredMessage): BotError => ({ ...stored, at: new Date(stored.at) }) as BotError;

export function phaseOf(stored: StoredPhase): BotPhase {
  switch (stored.kind) {
    case 'stopped':
      return { kind: 'stopped', receipt: stored.receipt && receiptOf(stored.receipt) };
    case 'starting':
      return { ...stored, askedAt: new Date(stored.askedAt) };
    case 'rebalancing':
      return { ...stored, askedAt: new Date(stored.askedAt) };
    case 'running':
      return { ...stored, since: new Date(stored.since) };
    case 'stopping':
      return {
        ...stored,
        askedAt: new Date(stored.askedAt),
        runningSince: stored.runningSince === null ? null : new Date(stored.runningSince),
      };
    default:
      return neverPhase(stored);
  }
}

function receiptOf(stored: StoredReceipt): StopReceipt {
  const { forced, ...rest } = stored;
  return {
    ...rest,
    askedAt: new Date(stored.askedAt),
    confirmedAt: stored.confirmedAt === null ? null : new Date(stored.confirmedAt),
    ...(forced && { forced: { ...forced, at: new Date(forced.at) } }),
  };
}

function neverPhase(stored: never): never {
  throw new Error(`unknown stored phase ${JSON.stringify(stored)}`);
}
