import { backtestCalls } from './backtests/index.ts';
import { courseCalls } from './bot-courses/index.ts';
import { botCalls } from './bots/index.ts';
import { candleCalls } from './candles/index.ts';
import { eventCalls } from './events/index.ts';
import { exchangeCalls } from './exchanges/index.ts';
import { installationCalls } from './installation/index.ts';
import { organizationCalls } from './organizations/index.ts';
import { operatedOrganizationCalls } from './organizations/operate-organizations.ts';
import type { Implementation } from './route/implement.ts';
import { staffCalls } from './staff/sign-in.ts';
import { stopCalls } from './stops/index.ts';
import { trialCalls } from './trial/index.ts';
import { userCalls } from './users/index.ts';

/** Every call that this server serves. */
export const calls: readonly Implementation[] = [
  ...installationCalls,
  ...userCalls,
  ...organizationCalls,
  ...operatedOrganizationCalls,
  ...exchangeCalls,
  ...botCalls,
  ...candleCalls,
  ...stopCalls,
  ...staffCalls,
  ...backtestCalls,
  ...courseCalls,
  ...eventCalls,
  ...trialCalls,
];
