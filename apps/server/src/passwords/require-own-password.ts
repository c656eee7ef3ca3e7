import type { ServerContext } from '../context.ts';
import { requireNotPaused } from '../limits/limits.ts';
import type { Actor } from '../route/caller.ts';
import { Refusal } from '../route/refusal.ts';
import { isPassword } from './password-hash.ts';

/**
 * For sensitive actions: the caller gives the password again. Wrong ones count like failed sign-ins.
 *
 * @throws {Refusal} `wrongPassword`, `tooManyRequests`
 */
export async function requireOwnPassword(password: string, { actor, deps }: { actor: Actor; deps: ServerContext }): Promise<void> {
  const { passwords } = deps.limits;
  const key = `password ${actor.userId}`;
  requireNotPaused(passwords, key);
  const { passwordHash } = await actor.organization.users.require(actor.userId);
  if (await isPassword(password, passwordHash)) return passwords.forget(key);
  passwords.take(key);
  throw new Refusal('wrongPassword');
}
