import { hash } from 'node:crypto';
import { completesOnboarding, deviceOf } from '@tenbin/accounts';
import type { SignedInUser, User as UserReply } from '@tenbin/contract';
import type { OrganizationDatabase, User } from '@tenbin/db';
import type { ServerContext } from '../context.ts';
import { mailerOfOrganization } from '../mails/mailer.ts';
import { planStatusOf } from '../plans/entitlement.ts';
import type { Caller } from '../route/caller.ts';
import { Refusal } from '../route/refusal.ts';
import { userReply } from './reply.ts';

/** So many of somebody's devices are known; signing in with another one is mailed. */
const maxDevices = 20;

interface Asked {
  readonly organization: OrganizationDatabase;
  readonly deps: ServerContext;
  readonly caller: Caller;
}

/** Adds what the answer says of the user's bots and organization. */
export async function userReplyOf(
  user: User,
  { organization, deps }: { organization: OrganizationDatabase; deps: ServerContext },
): Promise<UserReply> {
  const settings = await deps.organizations.require(organization.organizationId);
  const [bots, planStatus] = await Promise.all([
    organization.bots.listOfUser(user.id),
    planStatusOf({ organization, userId: user.id }, settings, deps),
  ]);
  return userReply(user, { organization: settings, bots, planStatus });
}

/**
 * Signs a user in, which completes their way in where a bot was set up before.
 *
 * @throws {Refusal} `emailOrPassword` where the password was changed meanwhile
 */
export async function signedInReply(user: User, asked: Asked): Promise<SignedInUser> {
  const { uniqueKey, known } = await newSession(user, asked);
  const { organization } = asked;
  const shown = completesOnboarding(known.actionFlags) ? await organization.users.addActionFlag(known.id, 'SecondLoginCompleted') : known;
  return { ...(await userReplyOf(shown, asked)), uniqueKey };
}

/**
 * A new session for whoever was signed in already, and whose sessions have ended with what they did.
 *
 * @throws {Refusal} `emailOrPassword` where the password was changed meanwhile
 */
export async function newSessionReply(user: User, asked: Asked): Promise<SignedInUser> {
  const { uniqueKey, known } = await newSession(user, asked);
  return { ...(await userReplyOf(known, asked)), uniqueKey };
}

/**
 * A new session, whose key stands in this answer and nowhere else.
 *
 * @param user - as they were found when they proved themselves
 * @throws {Refusal} `emailOrPassword` where the password was changed meanwhile
 */
async function newSession(
  user: User,
  { organization, deps, caller }: Asked,
): Promise<{ readonly uniqueKey: string; readonly known: User }> {
  const who = { surface: 'user', organizationId: organization.organizationId, subjectId: user.id } as const;
  const { key: uniqueKey, session } = await deps.sessions.open(who, caller);
  const by = caller.keepDevice() ?? `program ${caller.agent ?? ''}`;
  // With its user, so that nothing tells who else signs in there.
  const device = hash('sha256', `${user.id} ${by}`).slice(0, 16);
  const knownDevices = [...user.knownDevices.filter((one) => one !== device), device].slice(-maxDevices);
  // A change of the password ends the sessions that there are: this one is either among them, or does not stand.
  const known = await organization.users.noteSignIn(user, { at: deps.clock.now(), knownDevices });
  if (!known) {
    await deps.sessions.end(session);
    throw new Refusal('emailOrPassword');
  }
  const isNewDevice = user.knownDevices.length > 0 && !user.knownDevices.includes(device);
  if (isNewDevice) {
    const mail = await mailerOfOrganization(organization.organizationId, deps);
    await mail(organization, known, (urlOf, at, notMeUrl) => ({
      template: 'newDevice',
      device: deviceOf(caller.agent) ?? '–',
      address: caller.address,
      at,
      url: urlOf('/account/security'),
      notMeUrl: notMeUrl(),
    }));
  }
  return { uniqueKey, known };
}
