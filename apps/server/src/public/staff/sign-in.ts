import type { StaffRole } from '@tenbin/accounts';
import {
  askForAdministratorPasskey,
  askForOperatorPasskey,
  type SignedInAdministrator,
  type SignedInOperator,
  signInAdministrator,
  signInAdministratorWithFactor,
  signInAdministratorWithPasskey,
  signInOperator,
  signInOperatorWithFactor,
  signInOperatorWithPasskey,
} from '@tenbin/contract';
import { type OrganizationDatabase, operatorsIn, platformOrganizationId, type Session, type Staff, type StaffMember } from '@tenbin/db';
import { hasPassword, type Proven } from '../../accounts/account-holder.ts';
import type { Door, Entering } from '../../factors/door.ts';
import { enterWithCode } from '../../factors/enter-with-code.ts';
import { askToEnter, enterWithPasskey } from '../../factors/enter-with-passkey.ts';
import { requireNoFactor } from '../../factors/sign-in-challenge.ts';
import { requireSignIn } from '../../passwords/require-sign-in.ts';
import { type Implementation, implementPublic } from '../../route/implement.ts';
import { Refusal } from '../../route/refusal.ts';
import { organizationOfInput } from '../../tenancy/organization-of-input.ts';

type ProvenIn<Role extends StaffRole> = StaffMember<Role> & Proven;

/** @param staffOf - among whom they are found who come to this door */
const doorTo = <Role extends StaffRole, SignedIn>(
  staffOf: (organization: OrganizationDatabase) => Staff<Role>,
  given: Pick<Door<ProvenIn<Role>, SignedIn>, 'isOf' | 'ofAll'>,
  {
    sessionOf,
    reply,
  }: {
    sessionOf: (organizationId: string) => Pick<Session, 'surface' | 'organizationId'>;
    reply: (member: ProvenIn<Role>, signedIn: { readonly uniqueKey: string; readonly organizationId: string }) => SignedIn;
  },
): Door<ProvenIn<Role>, SignedIn> => ({
  ...given,
  async find(organization, id) {
    const member = await staffOf(organization).find(id);
    return hasPassword(member) ? member : null;
  },
  admit: () => undefined,
  lock: (organization, member) => staffOf(organization).lock(member),
  async open(member, entering) {
    const { organizationId } = entering.organization;
    const uniqueKey = await openSession(
      member,
      { ...sessionOf(organizationId), subjectId: member.id },
      { ...entering, staff: staffOf(entering.organization) },
    );
    return reply(member, { uniqueKey, organizationId });
  },
});

const organizationDoor = doorTo(
  ({ administrators }) => administrators,
  { isOf: (organizationId) => organizationId !== platformOrganizationId },
  {
    sessionOf: (organizationId) => ({ surface: 'organization', organizationId }),
    reply: ({ id, email, role }, { organizationId, uniqueKey }): SignedInAdministrator => ({
      _id: id,
      email,
      organization: organizationId,
      role,
      uniqueKey,
    }),
  },
);

const platformDoor = doorTo(
  operatorsIn,
  { ofAll: platformOrganizationId, isOf: (organizationId) => organizationId === platformOrganizationId },
  {
    sessionOf: () => ({ surface: 'operator', organizationId: null }),
    reply: ({ id, email, role }, { uniqueKey }): SignedInOperator => ({ _id: id, email, role, uniqueKey }),
  },
);

const handleSignInAdministrator = implementPublic(signInAdministrator, async ({ body, deps, caller, audit }) => {
  const { organization: owner } = await organizationOfInput(body.organization, { deps, caller });
  audit.inOrganization(owner.id);
  const organization = deps.database.forOrganization(owner.id);
  const find = async (email: string) => [await organization.administrators.findByEmail(email)];
  const member = await requireSignIn(body, { among: `administrators ${owner.id}`, find, deps, caller, audit });
  await requireNoFactor(member, { organization }, deps);
  return organizationDoor.open(member, { organization, deps, caller });
});

/** Whoever has no second factor yet comes in to set one up: nothing else is open to them. */
const handleSignInOperator = implementPublic(signInOperator, async ({ body, deps, caller, audit }) => {
  const { operators, own: organization } = deps.database.platform;
  const find = async (email: string) => [await operators.findByEmail(email)];
  const member = await requireSignIn(body, { among: 'operators', find, deps, caller, audit });
  await requireNoFactor(member, { organization }, deps);
  return platformDoor.open(member, { organization, deps, caller });
});

/**
 * A new password ends the sessions that there are: this one is either among them, or does not stand.
 *
 * @param member - as they were found when they proved themselves
 * @throws {Refusal} `emailOrPassword` where the password was changed meanwhile
 */
async function openSession(
  member: StaffMember,
  who: Pick<Session, 'surface' | 'organizationId' | 'subjectId'>,
  { staff, deps, caller }: Pick<Entering, 'deps' | 'caller'> & { readonly staff: Pick<Staff, 'find'> },
): Promise<string> {
  const { key, session } = await deps.sessions.open(who, caller);
  const now = await staff.find(member.id);
  if (now?.passwordHash === member.passwordHash) return key;
  await deps.sessions.end(session);
  throw new Refusal('emailOrPassword');
}

export const staffSignInCalls: readonly Implementation[] = [
  handleSignInAdministrator,
  implementPublic(signInAdministratorWithFactor, ({ body, ...asked }) => enterWithCode(organizationDoor, body, asked)),
  implementPublic(askForAdministratorPasskey, ({ body, ...asked }) => askToEnter(organizationDoor, body, asked)),
  implementPublic(signInAdministratorWithPasskey, ({ body, ...asked }) => enterWithPasskey(organizationDoor, body, asked)),
  handleSignInOperator,
  implementPublic(signInOperatorWithFactor, ({ body, ...asked }) => enterWithCode(platformDoor, body, asked)),
  implementPublic(askForOperatorPasskey, ({ body, ...asked }) => askToEnter(platformDoor, body, asked)),
  implementPublic(signInOperatorWithPasskey, ({ body, ...asked }) => enterWithPasskey(platformDoor, body, asked)),
];
