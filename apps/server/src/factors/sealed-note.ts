import { SealError, type Sealed } from '@tenbin/db';
import type { ServerContext } from '../context.ts';

type Given = Pick<ServerContext, 'vault' | 'clock'>;

/**
 * What a caller keeps from one step to the next: sealed, so that nobody reads or changes it, and bound to what it is for, so
 * that it is good for nothing else.
 */
export const sealNote = <Note extends object>(note: Note, purpose: string, minutes: number, { vault, clock }: Given): string =>
  vault.seal(JSON.stringify({ ...note, until: clock.now().getTime() + minutes * 60_000 }), purpose);

/** @returns null where it is too old, or was made for something else */
export function openNote<Note extends object>(text: string, purpose: string, { vault, clock }: Given): Note | null {
  try {
    const note = JSON.parse(vault.open(text as Sealed, purpose)) as Note & { readonly until: number };
    return clock.now().getTime() < note.until ? note : null;
  } catch (error) {
    if (error instanceof SealError) return null;
    throw error;
  }
}
