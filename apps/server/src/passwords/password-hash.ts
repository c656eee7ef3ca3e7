import { hash, verify } from '@node-rs/argon2';
import { ShortLine } from '../limits/short-line.ts';

/** Argon2id as OWASP recommends it: 19 MiB, two passes. */
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Each takes a core and 19 MiB for a while, on the few threads of the process that files and names are looked up with as well: so there is one line for all of it. */
const line = new ShortLine({ atOnce: 2, waiting: 30 });

/** @throws {Refusal} `tooManyRequests` where too many hashes are under way */
export const hashPassword = (password: string): Promise<string> => line.pass('', () => hash(password, options));

/** Of a password that nobody has. */
const nobodysHash = hashPassword('nobody has this one');

/**
 * @param passwordHash - null for somebody who is not there, empty for one who has chosen none yet: takes as long as any other
 * @throws {Refusal} `tooManyRequests` where too many hashes are under way
 */
export async function isPassword(password: string, passwordHash: string | null): Promise<boolean> {
  const expected = passwordHash || (await nobodysHash);
  const matches = await line.pass('', () => verify(expected, password));
  return expected === passwordHash && matches;
}
