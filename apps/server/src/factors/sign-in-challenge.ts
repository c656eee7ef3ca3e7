import type { ServerContext } from '../context.ts';
import { Refusal } from '../route/refusal.ts';
import { openNote, sealNote } from './sealed-note.ts';
import { type FactorHolder, methodsOf } from './use-factor.ts';

const purpose = 'sign-in-challenge';
const minutes = 5;

/** Somebody who has given the right password, as they were found then. */
interface Proven {
  readonly id: string;
  readonly passwordHash: string;
}

export interface ChallengeNote {
  readonly organizationId: string;
  readonly holderId: string;
  /** Of the password that was compared: with another one the challenge is worth nothing. */
  readonly password: string;
}

/** Where the password is not enough. @throws {Refusal} `factorRequired` */
export async function requireNoFactor(
  somebody: Proven,
  { organization }: Pick<FactorHolder, 'organization'>,
  deps: ServerContext,
): Promise<void> {
  const holder: FactorHolder = { organization, holderId: somebody.id };
  const methods = await methodsOf(holder);
  if (methods.length === 0) return;
  const note: ChallengeNote = {
    organizationId: organization.organizationId,
    holderId: somebody.id,
    password: deps.vault.fingerprint(somebody.passwordHash),
  };
  throw new Refusal('factorRequired', { facts: { challenge: sealNote(note, purpose, minutes, deps), methods } });
}

/**
 * Who gave the password that a challenge is for.
 *
 * @throws {Refusal} `factorChallengeExpired`, also where the password was changed meanwhile
 */
export async function challenged<Somebody extends Proven>(
  challenge: string,
  { deps, find }: { readonly deps: ServerContext; readonly find: (note: ChallengeNote) => Promise<Somebody | null> },
): Promise<Somebody> {
  const note = openNote<ChallengeNote>(challenge, purpose, deps);
  const somebody = note && (await find(note));
  if (!somebody || deps.vault.fingerprint(somebody.passwordHash) !== note?.password) throw new Refusal('factorChallengeExpired');
  return somebody;
}
