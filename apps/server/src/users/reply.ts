import { isPaid } from '@tenbin/accounts';
import { botStatusOf, isRunning } from '@tenbin/bots';
import type { User as UserReply } from '@tenbin/contract';
import type { BotRow, Organization, User } from '@tenbin/db';

/** A user as the API shows them. */
export function userReply(user: User, { organization, bots }: { organization: Organization; bots: readonly BotRow[] }): UserReply {
  const { isFree } = organization;
  return {
    _id: user.id,
    email: user.email,
    firstName: user.firstName ?? '',
    lastName: user.lastName ?? '',
    phoneNumber: user.phoneNumber ?? '',
    address: user.address ?? '',
    uid: user.uid,
    createdAt: user.createdAt.toISOString(),
    language: user.language,
    referralCode: user.referralCode,
    organization: organization.id,
    subscription: null,
    actionFlags: [...user.actionFlags],
    botStatus: botStatusOf(bots.map(({ active }) => isRunning({ active, isFreeOrganization: isFree, stopReasons: [] }))),
    isPaid: isPaid({ isFreeOrganization: isFree, hasPlan: false, stopReasons: [] }),
    isAffiliate: false,
  };
}
