import type { OperatorPermission, OrganizationPermission, StaffRole } from '@tenbin/accounts';
import type { CallCode } from '@tenbin/messages';
import * as z from 'zod/mini';
import { route } from '../route.ts';
import { ById, Language, Success } from '../shapes.ts';
import { Email } from '../users/shapes.ts';
import type { Administrator, PlatformOperator } from './shapes.ts';

interface Whose<Role extends z.ZodMiniType, Member extends z.ZodMiniType> {
  readonly access:
    | { readonly surface: 'organization'; readonly needs: OrganizationPermission }
    | { readonly surface: 'operator'; readonly needs: OperatorPermission };
  readonly path: string;
  readonly Role: Role;
  readonly Member: Member;
  /** In the words of the reference: 'an administrator', and what they do. */
  readonly one: string;
  readonly does: string;
  /** What is said of another role. */
  readonly rule: string;
  readonly notFound: CallCode;
  readonly last: CallCode;
  /** What refuses a role. */
  readonly roleErrors: readonly CallCode[];
}

/** Who manages an organization or the platform, and how that is changed. */
/* @__NO_SIDE_EFFECTS__ */
export function memberRoutes<Role extends z.ZodMiniType, Member extends z.ZodMiniType>({
  access,
  path,
  Role,
  Member,
  one,
  does,
  rule,
  notFound,
  last,
  roleErrors,
}: Whose<Role, Member>) {
  const list = route({
    ...access,
    method: 'GET',
    path,
    summary: `Everybody who is there to ${does}, or is invited to, by address.`,
    reply: z.array(Member),
  });

  const invite = route({
    ...access,
    method: 'POST',
    path,
    summary: `Invites somebody to ${does}: they are mailed a link, good for seven days and once, that sets their password.`,
    body: z.object({ email: Email, role: Role, language: z._default(Language, 'ja') }),
    reply: Member,
    status: 201,
    errors: [...roleErrors, 'resendTooSoon'],
    fieldErrors: { email: ['invalidEmail', 'emailTaken'] },
  });

  const resend = route({
    ...access,
    method: 'POST',
    path: `${path}/{id}/invitation`,
    summary: 'Mails an invitation anew; the link before is worth nothing any more.',
    params: ById,
    reply: Success,
    errors: [notFound, ...roleErrors, 'invitationAccepted', 'resendTooSoon'],
  });

  const update = route({
    ...access,
    method: 'PUT',
    path: `${path}/{id}`,
    summary: `Gives ${one} another role. ${rule}`,
    params: ById,
    body: z.object({ role: Role }),
    reply: Member,
    errors: [notFound, ...roleErrors, last],
  });

  const remove = route({
    ...access,
    method: 'DELETE',
    path: `${path}/{id}`,
    summary: `Removes ${one}: their sessions end at once, and their address may be invited again.`,
    params: ById,
    reply: Success,
    errors: [notFound, ...roleErrors, last],
  });

  return { list, invite, resend, update, remove };
}

/** The same, whoever they are: for what is shown of them on any surface. */
export type AnyMemberRoutes = MemberRoutes<z.ZodMiniType<StaffRole>, z.ZodMiniType<Administrator | PlatformOperator>>;

export type MemberRoutes<Role extends z.ZodMiniType = z.ZodMiniType, Member extends z.ZodMiniType = z.ZodMiniType> = ReturnType<
  typeof memberRoutes<Role, Member>
>;
