import { type FactorMethod, parseVerificationCode } from '@tenbin/accounts';
import { authenticatorIdentity, type OrganizationDatabase, type SealedTotpSecret } from '@tenbin/db';
import type { ServerContext } from '../context.ts';
import { Refusal } from '../route/refusal.ts';
import { beginCodeTry } from './begin-code-try.ts';
import { hashRecoveryCode } from './recovery-codes.ts';
import { stepOfCode } from './totp.ts';

/** Who has something beside their password: a user, or whoever manages something. */
export interface FactorHolder {
  readonly organization: OrganizationDatabase;
  readonly holderId: string;
}

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
 * @throws {Refusal} `factorCodeWrong`, `codesLocked`
 */
export const useCode = (code: string, holder: FactorHolder, deps: ServerContext): Promise<void> =>
  withCode(code, { holder, deps }, (use) => use(holder.organization));

/** The same of somebody whose password may be enough. @param code - absent: none was given */
export async function useCodeWhereNeeded(code: string | undefined, holder: FactorHolder, deps: ServerContext): Promise<void> {
  if ((await methodsOf(holder)).length > 0) await useCode(code ?? '', holder, deps);
}

/**
 * The same within a transaction of `work`, so that a refusal of what else is done there leaves the code good.
 *
 * @param work - is given what uses the code up
 * @throws {Refusal} `factorCodeWrong`, `codesLocked`, and what `work` throws
 */
export async function withCode<T>(
  code: string,
  { holder, deps }: { readonly holder: FactorHolder; readonly deps: ServerContext },
  work: (use: (within: OrganizationDatabase) => Promise<void>) => Promise<T>,
): Promise<T> {
  if (code === '') throw new Refusal('factorCodeWrong');
  const tried = await beginCodeTry(holder, 'factor', deps);
  let isRight = false;
  try {
    return await work(async (within) => {
      isRight = await isUsedUp(code, { ...holder, organization: within }, deps);
      if (!isRight) throw new Refusal('factorCodeWrong');
    });
  } finally {
    await tried.end(isRight);
  }
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
