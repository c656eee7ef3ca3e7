import type { Implementation } from '../route/implement.ts';
import { ownAccountCalls } from './account/own-account.ts';
import { platformAuditCalls } from './audit/index.ts';
import { platformBillCalls } from './bills/index.ts';
import { platformBotCalls } from './bots/index.ts';
import { consistencyCalls } from './consistencies/index.ts';
import { handleWatchPlatform } from './events/index.ts';
import { platformExchangeCalls } from './exchanges/index.ts';
import { handleGetHealth } from './health/index.ts';
import { marketCalls } from './market/index.ts';
import { offerCalls } from './offer/index.ts';
import { operatorMemberCalls } from './operators/index.ts';
import { operateOrganizationCalls } from './organizations/operate-organizations.ts';
import { stopCalls } from './stops/index.ts';
import { testBotCalls } from './test-bots/index.ts';
import { platformUserCalls } from './users/index.ts';
import { virtualAccountCalls } from './virtual-accounts/index.ts';

/** What a signed-in operator of the platform may call. */
export const operatorCalls: readonly Implementation[] = [
  ...ownAccountCalls,
  ...operatorMemberCalls,
  ...operateOrganizationCalls,
  ...platformExchangeCalls,
  ...offerCalls,
  ...platformBillCalls,
  ...platformUserCalls,
  ...platformBotCalls,
  ...consistencyCalls,
  ...marketCalls,
  ...platformAuditCalls,
  ...stopCalls,
  ...virtualAccountCalls,
  handleGetHealth,
  ...testBotCalls,
  handleWatchPlatform,
];
