import type { User } from '@tenbin/db';
import { type AccountHolder, type Proven, userHolder } from '../accounts/account-holder.ts';
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
export const requireOwnPassword = (password: string, { actor, ...asked }: Asked & { readonly actor: Actor }): Promise<User> =>
  requirePasswordOf(userHolder(actor), password, asked);

interface Asked {
  readonly deps: ServerContext;
  readonly caller: Caller;
}

/** The same of whoever it is. */
export async function requirePasswordOf<Somebody extends Proven>(
  holder: AccountHolder<Somebody>,
  password: string,
  { deps, caller }: Asked,
): Promise<Somebody> {
  const { passwords, passwordsOfAccount, signIns } = deps.limits;
  const anywhere = `password ${holder.holderId}`;
  const key = `${anywhere} ${caller.address}`;
  requireWithin(signIns, key);
  const counted = [
    [passwords, key],
    [passwordsOfAccount, anywhere],
  ] as const;
  const own = await countFailures(counted, async () => {
    const somebody = await holder.require(holder.organization);
    return (await isPassword(password, somebody.passwordHash)) ? somebody : null;
  });
  if (!own) throw new Refusal('wrongPassword');
  passwords.forget(key);
  return own;
}
