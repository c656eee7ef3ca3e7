import { cleanEmail, emailFault, isLastOf, mayDo, type Permission, type StaffRole } from '@tenbin/accounts';
import type { Brand } from '@tenbin/brand';
import type { MemberRoutes } from '@tenbin/contract';
import type { OrganizationDatabase, Staff, StaffMember } from '@tenbin/db';
import type * as z from 'zod/mini';
import type { AuditNote } from '../audit/auditor.ts';
import type { ServerContext } from '../context.ts';
import { takeMailTurn } from '../mails/mail-turns.ts';
import { mailerOf } from '../mails/mailer.ts';
import { mailInvitation } from '../passwords/mail-member-link.ts';
import type { Implementation } from '../route/implement.ts';
import { Refusal } from '../route/refusal.ts';
import { tenantOfOwner } from '../tenancy/owner.ts';
import type { AccountHolder } from './account-holder.ts';
import { memberReply } from './member-reply.ts';
import type { ImplementFor } from './own-account-calls.ts';

/** Who manages an organization, or the platform. */
interface Members<Actor, Role extends StaffRole, Reply> {
  readonly implement: ImplementFor<Actor>;
  readonly routes: MemberRoutes<z.ZodMiniType<Role>, z.ZodMiniType<Reply>>;
  readonly surface: 'organization' | 'operator';
  /** What it takes to change who is among them. */
  readonly permission: Permission;
  /** What the last one who can invite the others is kept with. */
  readonly lastOne: 'lastOwner' | 'lastOperator';
  readonly notFound: 'administratorNotFound' | 'operatorNotFound';
  holderOf(actor: Actor, deps: ServerContext): Pick<AccountHolder, 'holderId' | 'organizationId' | 'organization'>;
  staffOf(within: OrganizationDatabase): Staff<Role>;
  /** Whether somebody with a role may give another one, or touch whoever has it. */
  isAtMost(role: Role, own: Role): boolean;
}

/** Inviting, changing and removing those who manage something. */
export function memberCalls<Actor, Role extends StaffRole, Reply extends ReturnType<typeof memberReply<Role>>>({
  implement,
  routes,
  surface,
  permission,
  lastOne,
  notFound,
  holderOf,
  staffOf,
  isAtMost,
}: Members<Actor, Role, Reply>): readonly Implementation[] {
  const reply = (member: StaffMember<Role>, withFactor: ReadonlySet<string>) => memberReply(member, withFactor) as Reply;

  /** Everybody, locked until the transaction ends: of two who act on one another at once the second sees what the first did. */
  async function lockMembers(within: OrganizationDatabase, holderId: string) {
    const all = await staffOf(within).lockAll();
    // Their role may have changed since their session was read.
    const own = all.find(({ id }) => id === holderId)?.role;
    if (own === undefined || !mayDo(own, permission)) throw new Refusal('permissionMissing', { facts: { permission } });
    return { all, own };
  }

  async function lockMember(within: OrganizationDatabase, id: string, holderId: string) {
    const members = await lockMembers(within, holderId);
    const member = members.all.find((one) => one.id === id);
    if (!member) throw new Refusal(notFound);
    requireAtMost(member.role, members.own);
    return { ...members, member };
  }

  function requireAtMost(role: Role, own: Role): void {
    if (!isAtMost(role, own)) throw new Refusal('roleAboveOwn');
  }

  function requireOther(member: StaffMember<Role>, all: readonly StaffMember<Role>[]): void {
    const asCounted = ({ id, role, passwordHash }: StaffMember<Role>) => ({ id, role, isInvited: passwordHash === null });
    if (isLastOf(all.map(asCounted), asCounted(member))) throw new Refusal(lastOne);
  }

  const invitationTo = async (email: string, organizationId: string, deps: ServerContext) =>
    invitationFor(email, { owner: organizationId, ...(await shownAs(organizationId, deps)) }, deps);

  return [
    implement(routes.list, async ({ actor, deps }) => {
      const { organization } = holderOf(actor, deps);
      const members = await staffOf(organization).list();
      const withFactor = await organization.factors.among(members.map(({ id }) => id));
      return members.map((member) => reply(member, withFactor));
    }),
    implement(routes.invite, async ({ body, actor, deps, audit }) => {
      const { organization, organizationId, holderId } = holderOf(actor, deps);
      const { role } = body;
      const email = cleanEmail(body.email);
      if (emailFault(email)) throw new Refusal('invalidEmail');
      if (await staffOf(organization).findByEmail(email)) throw new Refusal('emailTaken');
      const invitation = await invitationTo(email, organizationId, deps);
      const invited = await organization.transaction(async (within) => {
        requireAtMost(role, (await lockMembers(within, holderId)).own);
        const member = await inviteMember(staffOf(within), { email, role, language: body.language }, { within, invitation, audit });
        await audit.storeIn(within);
        return member;
      });
      return reply(invited, new Set());
    }),
    implement(routes.resend, async ({ params, actor, deps, audit }) => {
      const { organization, organizationId, holderId } = holderOf(actor, deps);
      const invited = await staffOf(organization).find(params.id);
      if (!invited) throw new Refusal(notFound);
      if (invited.passwordHash !== null) throw new Refusal('invitationAccepted');
      const invitation = await invitationTo(invited.email, organizationId, deps);
      await organization.transaction(async (within) => {
        const { member } = await lockMember(within, params.id, holderId);
        if (member.passwordHash !== null) throw new Refusal('invitationAccepted');
        await mailInvitation(within, member, invitation);
        await audit.storeIn(within);
      });
      return { success: true };
    }),
    implement(routes.update, async ({ params, body, actor, deps, audit }) => {
      const { organization, holderId } = holderOf(actor, deps);
      const { role } = body;
      const changed = await organization.transaction(async (within) => {
        const { own, member, all } = await lockMember(within, params.id, holderId);
        requireAtMost(role, own);
        if (role !== member.role) requireOther(member, all);
        await staffOf(within).setRole(member.id, role);
        deps.sessions.recheckWithin(within, { subjectId: member.id });
        audit.add<Record<'roleBefore' | 'roleAfter', StaffRole>>({ roleBefore: member.role, roleAfter: role });
        await audit.storeIn(within);
        return { ...member, role };
      });
      return reply(changed, await organization.factors.among([changed.id]));
    }),
    implement(routes.remove, async ({ params, actor, deps, audit }) => {
      const { organization, holderId } = holderOf(actor, deps);
      await organization.transaction(async (within) => {
        const { member, all } = await lockMember(within, params.id, holderId);
        requireOther(member, all);
        await staffOf(within).remove(member.id);
        await within.factors.removeAll(member.id);
        await within.codeTries.forgetAll(member.id);
        await deps.sessions.endAllWithin(within, { surface, subjectId: member.id });
        audit.add<{ email: string; role: StaffRole }>({ email: member.email, role: member.role });
        await audit.storeIn(within);
      });
      return { success: true };
    }),
  ];
}

/** The organization, or the platform in its brand. */
async function shownAs(organizationId: string, deps: ServerContext) {
  const { organization, brand } = await tenantOfOwner(organizationId, deps);
  return { name: organization.slug === '' ? brand.name : organization.name, brand };
}

type Invitation = Parameters<typeof mailInvitation>[2];

/**
 * What an invitation is mailed with. A mailbox is not filled by inviting its owner again and again.
 *
 * @param given - `owner`: to what they are invited, for counting; `name`: as it is told
 * @throws {Refusal} `resendTooSoon`
 */
export async function invitationFor(
  email: string,
  { owner, name: organizationName, brand }: { readonly owner: string; readonly name: string; readonly brand: Brand },
  deps: ServerContext,
): Promise<Invitation> {
  const { maySend, nextInSeconds: seconds } = await takeMailTurn({ email, organizationId: owner }, { isWanted: true, deps });
  if (!maySend) throw new Refusal('resendTooSoon', { facts: { seconds, minutes: Math.ceil(seconds / 60) }, retryAfterSeconds: seconds });
  return { organizationName, mail: mailerOf(brand, deps), at: deps.clock.now() };
}

/** Inside a transaction. */
export async function inviteMember<Role extends StaffRole>(
  staff: Staff<Role>,
  wanted: Pick<StaffMember<Role>, 'email' | 'role' | 'language'>,
  { within, invitation, audit }: { readonly within: OrganizationDatabase; readonly invitation: Invitation; readonly audit: AuditNote },
): Promise<StaffMember<Role>> {
  const member = await staff.invite(wanted);
  await mailInvitation(within, member, invitation);
  audit.add<{ administratorId: string; email: string; role: StaffRole }>({
    administratorId: member.id,
    email: member.email,
    role: member.role,
  });
  return member;
}
