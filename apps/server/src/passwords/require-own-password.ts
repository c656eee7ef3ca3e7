import type { User } from '@tenbin/db';
import type { ServerContext } from '../context.ts';
import { countFailures, requireWithin } from '../limits/limits.ts';
import type { Actor, Caller } from '../route/caller.ts';
import { Refusal } from '../route/refusal.ts';
import { isPassword } from './password-hash.ts';

/**
 * For sensitive actions: the caller gives the password again. It counts like a sign-in: a session in wrong hands uses up
 * the tries of its own address, not the owner's.
 *
 * @returns whose password it is, as it was compared
 * @throws {Refusal} `wrongPassword`, `tooManyRequests`
 */
export async function requireOwnPassword(
  password: string,
  { actor, deps, caller }: { actor: Actor; deps: ServerContext; caller: Caller },
): Promise<User> {
  const { passwords, passwordsOfAccount, signIns } = deps.limits;
  const anywhere = `password ${actor.userId}`;
  const key = `${anywhere} ${caller.address}`;
  requireWithin(signIns, key);
  const counted = [
    [passwords, key],
    [passwordsOfAccount, anywhere],
  ] as const;
  const own = await countFailures(counted, async () => {
    const user = await actor.organization.users.require(actor.userId);
    return (await isPassword(password, user.passwordHash)) ? user : null;
  });
  if (!own) throw new Refusal('wrongPassword');
  passwords.forget(key);
  return own;
}
