import { cleanEmail, emailFault } from '@tenbin/accounts';
import { updateUser } from '@tenbin/contract';
import type { OrganizationDatabase, User, UserChanges } from '@tenbin/db';
import { changesOf } from '../../audit/changes-of.ts';
import { traceOf } from '../../audit/trace-of.ts';
import { implementForAdministrator } from '../../route/implement.ts';
import { Refusal } from '../../route/refusal.ts';
import { askForEmailChange } from '../../users/ask-for-email-change.ts';
import { requireListed } from '../../users/listed-user.ts';
import { userReplyOf } from '../../users/user-reply-of.ts';

const personal = ['firstName', 'lastName', 'phoneNumber', 'address'] as const;
type Traced = Pick<User, (typeof personal)[number] | 'language' | 'isAffiliate'>;

export const handleUpdateUser = implementForAdministrator(updateUser, async ({ params, body, actor, deps, audit }) => {
  const { email, reason, ...fields } = body;
  const { administratorId, organization } = actor;
  const before = await requireListed(params.id, actor, deps);
  if (reason) audit.because(reason);
  const changes: UserChanges = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  const becomesAffiliate = changes.isAffiliate === true && !before.isAffiliate;
  audit.add(changesOf(tracesOf(before), tracesOf({ ...before, ...changes })));
  audit.add({ fields: [...Object.keys(changes), ...(email === undefined ? [] : ['email'])].join() });
  if (email !== undefined) await askFor(email);
  else if (Object.keys(changes).length > 0) await organization.transaction(change);
  if (becomesAffiliate) await deps.database.jobs.wake('payments');
  return userReplyOf(await organization.users.require(params.id), { organization, deps });

  /** Names, number and address are the user's own: the log has marks of them. */
  function tracesOf(user: Traced): Readonly<Record<keyof Traced, unknown>> {
    const own = personal.map((name) => [name, traceOf(user[name] ?? '', `${params.id}/${name}`, deps)]);
    return {
      ...(Object.fromEntries(own) as Record<(typeof personal)[number], string>),
      language: user.language,
      isAffiliate: user.isAffiliate,
    };
  }

  async function change(within: OrganizationDatabase): Promise<void> {
    if (becomesAffiliate) {
      const at = deps.clock.now();
      await within.stops.ask({ scope: 'user', userId: params.id }, { by: administratorId, at });
      await within.subscriptions.hurry(at, params.id);
    }
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
