import type { OrganizationDatabase, TriedCode } from '@tenbin/db';
import type { ServerContext } from '../context.ts';
import { mailerOfOrganization } from '../mails/mailer.ts';
import { Refusal } from '../route/refusal.ts';

/** A code that is about to be compared; it counts already. */
export interface CodeTry {
  /** A right one is forgotten with all before it. A wrong one stays counted; the last that is looked at is mailed. */
  end(isRight: boolean): Promise<void>;
}

/**
 * Counts a try at a code for the one whose it is, wherever it comes from, over all servers. Not inside a transaction: what it
 * counts stays when that is taken back.
 *
 * @throws {Refusal} `codesLocked`
 */
export async function beginCodeTry(
  { organization, holderId }: { readonly organization: OrganizationDatabase; readonly holderId: string },
  kind: TriedCode,
  deps: ServerContext,
): Promise<CodeTry> {
  const { codeTries } = organization;
  const at = deps.clock.now();
  const { isAllowed, lockedUntil } = await codeTries.count(holderId, kind, at);
  const lockedMs = lockedUntil === null ? 0 : lockedUntil.getTime() - at.getTime();
  const minutes = Math.ceil(lockedMs / 60_000);
  if (!isAllowed) throw new Refusal('codesLocked', { facts: { minutes }, retryAfterSeconds: Math.ceil(lockedMs / 1000) });
  return {
    async end(isRight) {
      if (isRight) return codeTries.forget(holderId, kind);
      if (lockedUntil === null) return;
      const user = await organization.users.find(holderId);
      const somebody = user ?? (await organization.administrators.find(holderId));
      if (!somebody) return;
      const mail = await mailerOfOrganization(organization.organizationId, deps);
      const codes = kind === 'factor' ? 'signIn' : 'emailChange';
      await organization.transaction((within) =>
        mail(within, somebody, (_urlOf, _at, notMeUrl) => {
          return { template: 'codesLocked', codes, minutes, at, notMeUrl: user ? notMeUrl() : undefined };
        }),
      );
    },
  };
}
