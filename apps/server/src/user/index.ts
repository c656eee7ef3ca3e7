import type { Implementation } from '../route/implement.ts';
import { accountCalls } from './account/index.ts';
import { affiliateCalls } from './affiliate/index.ts';
import { handleListBotCourses } from './bot-courses/list-bot-courses.ts';
import { botCalls } from './bots/index.ts';
import { handleGetCandles } from './candles/get-candles.ts';
import { eventCalls } from './events/index.ts';
import { exchangeAccountCalls } from './exchange-accounts/index.ts';
import { exchangeCalls } from './exchanges/index.ts';
import { ownOrganizationCalls } from './organization/index.ts';
import { planCalls } from './plans/index.ts';
import { autoRebalanceCalls } from './rebalances/auto-rebalance.ts';
import { listRebalanceCalls } from './rebalances/list-rebalances.ts';
import { downloadRecordCalls } from './records/download-records.ts';
import { ownRecordCalls } from './records/own-records.ts';
import { handleGetStatement } from './statements/get-statement.ts';
import { stopCalls } from './stops/index.ts';

/** What a signed-in user may call. */
export const userCalls: readonly Implementation[] = [
  ...accountCalls,
  ...affiliateCalls,
  ...ownOrganizationCalls,
  ...exchangeCalls,
  ...exchangeAccountCalls,
  ...botCalls,
  ...planCalls,
  ...autoRebalanceCalls,
  ...listRebalanceCalls,
  handleGetCandles,
  ...ownRecordCalls,
  ...downloadRecordCalls,
  handleGetStatement,
  ...stopCalls,
  handleListBotCourses,
  ...eventCalls,
];
