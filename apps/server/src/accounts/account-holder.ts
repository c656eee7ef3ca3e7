import type { Language, StaffRole } from '@tenbin/accounts';
import {
  type Database,
  type FoundSession,
  type OrganizationDatabase,
  platformOrganizationId,
  type StaffMember,
  type User,
} from '@tenbin/db';
import type { Actor, Administrator, Operator } from '../route/caller.ts';
import { Refusal } from '../route/refusal.ts';

/** Somebody as they were found when they gave their password. */
export interface Proven {
  readonly id: string;
  readonly email: string;
  readonly language: Language;
  readonly passwordHash: string;
}

/** Whoever looks after how they sign in: a user, an administrator of an organization, or an operator of the platform. */
export interface AccountHolder<Somebody extends Proven = Proven> {
  readonly surface: 'user' | 'organization' | 'operator';
  readonly holderId: string;
  /** An operator's is the platform. */
  readonly organizationId: string;
  readonly organization: OrganizationDatabase;
  readonly session: FoundSession;
  /** Where they look after it. */
  readonly securityPage: string;
  /** Whether a link in a mail takes the account back to its mailbox. */
  readonly hasNotMe: boolean;
  /** @throws where they are not there any more */
  require(within: OrganizationDatabase): Promise<Somebody>;
  /** Locks their row until the transaction ends. @returns whether the password that was compared is still theirs */
  lock(within: OrganizationDatabase, somebody: Proven): Promise<boolean>;
}

export const userHolder = ({ userId, organizationId, organization, session }: Actor): AccountHolder<User> => ({
  surface: 'user',
  holderId: userId,
  organizationId,
  organization,
  session,
  securityPage: '/account/security',
  hasNotMe: true,
  require: ({ users }) => users.require(userId),
  lock: ({ users }, user) => users.lock(user),
});

export type ProvenMember = StaffMember & Proven;

/** Those who were invited and have not chosen a password prove nothing. */
export const hasPassword = <Role extends StaffRole>(member: StaffMember<Role> | null): member is StaffMember<Role> & Proven =>
  member !== null && member.passwordHash !== null;

/** Who manages something: both kinds are rows of one table. */
const memberHolder = (
  holderId: string,
  whose: Pick<AccountHolder, 'surface' | 'organizationId' | 'organization' | 'session' | 'securityPage'>,
): AccountHolder<ProvenMember> => ({
  ...whose,
  holderId,
  hasNotMe: false,
  async require({ administrators }) {
    const member = await administrators.find(holderId);
    // Removed within the seconds for which a session is remembered.
    if (!hasPassword(member)) throw new Refusal('signinRequired');
    return member;
  },
  lock: ({ administrators }, member) => administrators.lock(member),
});

export const administratorHolder = ({
  administratorId,
  organizationId,
  organization,
  session,
}: Administrator): AccountHolder<ProvenMember> =>
  memberHolder(administratorId, {
    surface: 'organization',
    organizationId,
    organization,
    session,
    securityPage: '/admin/account/security',
  });

export const operatorHolder = (
  { operatorId, session }: Operator,
  { database }: { readonly database: Pick<Database, 'platform'> },
): AccountHolder<ProvenMember> =>
  memberHolder(operatorId, {
    surface: 'operator',
    organizationId: platformOrganizationId,
    organization: database.platform.own,
    session,
    securityPage: '/ango-ya/account/security',
  });
