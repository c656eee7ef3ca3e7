import { parseVerificationCode } from '@tenbin/accounts';
import { authenticatorIdentity, type OrganizationDatabase, type SealedTotpSecret } from '@tenbin/db';
import type { ServerContext } from '../context.ts';
import { countFailures } from '../limits/limits.ts';
import { Refusal } from '../route/refusal.ts';
import { hashRecoveryCode } from './recovery-codes.ts';
import { stepOfCode } from './totp.ts';

/** Who has something beside their password: a user, or whoever manages something. */
export interface FactorHolder {
  readonly organization: OrganizationDatabase;
  readonly holderId: string;
}

export type FactorMethod = 'authenticator' | 'passkey' | 'recoveryCode';

/** @returns none where the password is enough */
export async function methodsOf({ organization: { factors }, holderId }: FactorHolder): Promise<FactorMethod[]> {
  const [authenticator, passkeys, codes] = await Promise.all([
    factors.findAuthenticator(holderId),
    factors.listPasskeys(holderId),
    factors.countRecoveryCodes(holderId),
  ]);
  if (!authenticator && passkeys.length === 0) return [];
  return [
    ...(authenticator ? (['authenticator'] as const) : []),
    ...(passkeys.length > 0 ? (['passkey'] as const) : []),
    ...(codes > 0 ? (['recoveryCode'] as const) : []),
  ];
}

/**
 * Uses up a code of their app, or one of their recovery codes. Whoever tries has the password already, so tries are
 * counted for the account, wherever they come from.
 *
 * @throws {Refusal} `factorCodeWrong`, `tooManyRequests`
 */
export async function useCode(code: string, holder: FactorHolder, deps: ServerContext): Promise<void> {
  const { passwords } = deps.limits;
  const key = `factor ${holder.holderId}`;
  const used = await countFailures([[passwords, key]], async () => ((await isUsedUp(code, holder, deps)) ? true : null));
  if (!used) throw new Refusal('factorCodeWrong');
  passwords.forget(key);
}

async function isUsedUp(code: string, { organization, holderId }: FactorHolder, { vault, clock }: ServerContext): Promise<boolean> {
  const { factors, organizationId } = organization;
  const digits = parseVerificationCode(code);
  if (digits === null) return factors.useRecoveryCode(holderId, hashRecoveryCode(code));
  const authenticator = await factors.findAuthenticator(holderId);
  if (!authenticator) return false;
  const { secret } = JSON.parse(vault.open(authenticator.sealed, authenticatorIdentity(organizationId, holderId))) as SealedTotpSecret;
  const step = stepOfCode(digits, secret, clock.now());
  return step !== null && factors.useStep(holderId, step);
}
