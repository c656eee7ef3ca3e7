import type { Implementation } from '../route/implement.ts';
import { ownAccountCalls } from './account/own-account.ts';
import { administratorCalls } from './administrators/index.ts';
import { auditCalls } from './audit/index.ts';
import { administerBotCalls } from './bots/administer-bots.ts';
import { botReadCalls } from './bots/bot-reads.ts';
import { brandCalls } from './brand/brand.ts';
import { downloadCalls } from './downloads/downloads.ts';
import { followEmailCalls } from './emails/follow-emails.ts';
import { writeEmailCalls } from './emails/write-emails.ts';
import { handleWatchOrganization } from './events/index.ts';
import { billCalls } from './money/bills.ts';
import { organizationPaymentCalls } from './money/payments.ts';
import { paypalAccountCalls } from './money/paypal-account.ts';
import { handleGetOverview } from './overview/overview.ts';
import { planOfUserCalls } from './plans/plan-of-user.ts';
import { userPlanCalls } from './plans/user-plans.ts';
import { referralCalls } from './referrals/referral-calls.ts';
import { savedFilterCalls } from './saved-filters/index.ts';
import { organizationSettingsCalls } from './settings/organization-settings.ts';
import { stopCalls } from './stops/index.ts';
import { banUserCalls } from './users/ban-user.ts';
import { bulkActCalls } from './users/bulk-acts.ts';
import { helpUserCalls } from './users/help-user.ts';
import { handleInviteUser } from './users/invite-user.ts';
import { listUserCalls } from './users/list-users.ts';
import { handleUpdateUser } from './users/update-user.ts';
import { userReadCalls } from './users/user-reads.ts';
import { handleViewUser } from './users/view-user.ts';

/** What a signed-in administrator of an organization may call. */
export const organizationCalls: readonly Implementation[] = [
  ...ownAccountCalls,
  handleGetOverview,
  ...bulkActCalls,
  ...banUserCalls,
  ...helpUserCalls,
  handleInviteUser,
  ...listUserCalls,
  ...userReadCalls,
  handleUpdateUser,
  handleViewUser,
  ...administratorCalls,
  ...auditCalls,
  ...administerBotCalls,
  ...botReadCalls,
  ...writeEmailCalls,
  ...followEmailCalls,
  ...stopCalls,
  ...savedFilterCalls,
  ...organizationSettingsCalls,
  ...brandCalls,
  ...userPlanCalls,
  ...planOfUserCalls,
  ...organizationPaymentCalls,
  ...paypalAccountCalls,
  ...billCalls,
  ...downloadCalls,
  ...referralCalls,
  handleWatchOrganization,
];
