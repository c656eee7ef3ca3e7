import { botStatusOf, isRunning } from '@tenbin/bots';
import type { User as UserReply } from '@tenbin/contract';
import type { BotRow, Organization, SignUp, User } from '@tenbin/db';
import type { PlanStatus } from '../plans/entitlement.ts';
import { subscriptionReply } from '../plans/reply.ts';

/** What of a user is shown. */
type Shown = Pick<
  User,
  'id' | 'email' | 'firstName' | 'lastName' | 'phoneNumber' | 'address' | 'uid' | 'createdAt' | 'language' | 'actionFlags'
> & { readonly referralCode: string | null; readonly isAffiliate: boolean };

/** A user as the API shows them. */
export function userReply(
  user: Shown,
  { organization, bots, planStatus }: { organization: Organization; bots: readonly BotRow[]; planStatus: PlanStatus | null },
): UserReply {
  const { isFree } = organization;
  const stopReasons = planStatus?.entitlement.stopReasons ?? [];
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
    subscription: planStatus?.subscription ? subscriptionReply(planStatus.subscription, stopReasons) : null,
    actionFlags: [...user.actionFlags],
    botStatus: botStatusOf(bots.map(isRunning)),
    isPaid: planStatus?.entitlement.isPaid ?? isFree,
    isAffiliate: user.isAffiliate,
  };
}

const unknownYet = {
  firstName: null,
  lastName: null,
  phoneNumber: null,
  address: null,
  uid: '',
  referralCode: null,
  actionFlags: [],
  isAffiliate: false,
};

/** Somebody who has signed up: the numbers that others know a user by come with the verified address. */
export const signedUpReply = ({ id, email, createdAt, language }: SignUp, organization: Organization): UserReply =>
  userReply({ id, email, createdAt, language, ...unknownYet }, { organization, bots: [], planStatus: null });
