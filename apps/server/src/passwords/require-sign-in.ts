import { emailKeyOf } from '@tenbin/db';
import type { AuditNote } from '../audit/auditor.ts';
import type { ServerContext } from '../context.ts';
import { countFailures, requireWithin } from '../limits/limits.ts';
import type { Caller } from '../route/caller.ts';
import { Refusal } from '../route/refusal.ts';
import { isPassword } from './password-hash.ts';

/**
 * Who signs in with an address and a password. Wrong ones count against the account and against the caller's address,
 * and take as long as right ones. Every try counts besides, since each costs a hash.
 *
 * Somebody who guesses at one account from many addresses is slowed down: once so many wrong passwords came from
 * anywhere, an address has fewer tries. It keeps some, so that nobody can lock the owner out.
 *
 * @param given - `among`: names where addresses are unique; `find`: who may be meant by an address, any case; null takes as
 *   long as somebody. A `signUp` is anybody's who knows the address: its password makes no wrong ones forgotten
 * @throws {Refusal} `emailOrPassword`, `tooManyRequests`
 */
export async function requireSignIn<
  Somebody extends { readonly id: string; readonly passwordHash: string | null; readonly kind?: 'user' | 'signUp' },
>(
  { email, password }: { readonly email: string; readonly password: string },
  {
    among,
    find,
    deps,
    caller,
    audit,
  }: {
    readonly among: string;
    readonly find: (email: string) => Promise<readonly (Somebody | null)[]>;
    readonly deps: ServerContext;
    readonly caller: Caller;
    readonly audit: AuditNote;
  },
): Promise<Somebody & { readonly passwordHash: string }> {
  const { passwords, passwordsOfAddress, passwordsOfAccount, passwordsUnderAttack, signIns, signInsOfAddress } = deps.limits;
  const anywhere = `${among} ${emailKeyOf(email)}`;
  const account = `${anywhere} ${caller.address}`;
  const isUnderAttack = passwordsOfAccount.waitOf(anywhere) > 0;
  const counted = [
    [passwords, account],
    [passwordsOfAddress, caller.address],
    ...(isUnderAttack ? [[passwordsUnderAttack, account] as const] : []),
  ] as const;
  requireWithin(signInsOfAddress, caller.address);
  requireWithin(signIns, account);
  const somebody = await countFailures(counted, async () => {
    const meant = await find(email.trim());
    const known = meant.find((one) => one !== null);
    // An address that nobody has is somebody's all the same: told apart, and not kept.
    audit.add(known ? { accountId: known.id } : { unknownAccount: deps.vault.fingerprint(anywhere).slice(0, 16) });
    for (const one of meant)
      if ((await isPassword(password, one?.passwordHash ?? null)) && one) return one as Somebody & { readonly passwordHash: string };
    return null;
  });
  if (!somebody) {
    passwordsOfAccount.take(anywhere);
    throw new Refusal('emailOrPassword');
  }
  if (somebody.kind !== 'signUp') for (const limit of [passwords, passwordsUnderAttack]) limit.forget(account);
  return somebody;
}
