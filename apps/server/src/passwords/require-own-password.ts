import type { ServerContext } from '../context.ts';
import { countFailures, requireWithin } from '../limits/limits.ts';
import type { Actor } from '../route/caller.ts';
import { Refusal } from '../route/refusal.ts';
import { isPassword } from './password-hash.ts';

/**
 * For sensitive actions: the caller gives the password again. It counts like a sign-in.
 *
 * @throws {Refusal} `wrongPassword`, `tooManyRequests`
 */
export async function requireOwnPassword(password: string, { actor, deps }: { actor: Actor; deps: ServerContext }): Promise<void> {
  const { passwords, signIns } = deps.limits;
  const key = `password ${actor.userId}`;
  requireWithin(signIns, key);
  const own = await countFailures([[passwords, key]], async () => {
    const { passwordHash } = await actor.organization.users.require(actor.userId);
    return (await isPassword(password, passwordHash)) || null;
  });
  if (!own) throw new Refusal('wrongPassword');
  passwords.forget(key);
}
