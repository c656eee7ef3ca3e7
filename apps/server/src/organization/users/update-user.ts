import { cleanEmail, emailFault } from '@tenbin/accounts';
import { updateUser } from '@tenbin/contract';
import type { OrganizationDatabase, UserChanges } from '@tenbin/db';
import { implementForAdministrator } from '../../route/implement.ts';
import { Refusal } from '../../route/refusal.ts';
import { askForEmailChange } from '../../users/ask-for-email-change.ts';
import { requireListed } from '../../users/listed-user.ts';
import { userReplyOf } from '../../users/user-reply-of.ts';

export const handleUpdateUser = implementForAdministrator(updateUser, async ({ params, body, actor, deps, audit }) => {
  const { email, reason, ...fields } = body;
  const { administratorId, organization } = actor;
  const before = await requireListed(params.id, actor, deps);
  if (reason) audit.because(reason);
  const changes: UserChanges = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  audit.add({ fields: [...Object.keys(changes), ...(email === undefined ? [] : ['email'])].join() });
  if (email !== undefined) await askFor(email);
  else if (Object.keys(changes).length > 0) await organization.transaction(change);
  return userReplyOf(await organization.users.require(params.id), { organization, deps });

  async function change(within: OrganizationDatabase): Promise<void> {
    if (changes.isAffiliate && !before.isAffiliate)
      await within.stops.ask({ scope: 'user', userId: params.id }, { by: administratorId, at: deps.clock.now() });
    if (Object.keys(changes).length > 0) await within.users.update(params.id, changes);
    await audit.storeIn(within);
  }

  async function askFor(given: string): Promise<void> {
    const newEmail = cleanEmail(given);
    if (emailFault(newEmail)) throw new Refusal('invalidEmail');
    if (newEmail === before.email) throw new Refusal('currentlyUsedEmail');
    const owner = await organization.users.findByEmail(newEmail);
    if (owner && owner.id !== params.id) throw new Refusal('emailTaken');
    await askForEmailChange(before, newEmail, { organization, deps, audit }, change);
  }
});
