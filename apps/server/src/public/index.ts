import type { Implementation } from '../route/implement.ts';
import { handleGetBacktest } from './backtests/get-backtest.ts';
import { installationCalls } from './installation/index.ts';
import { organizationCalls } from './organizations/index.ts';
import { handleResetAdministratorPassword, handleResetOperatorPassword } from './staff/reset-password.ts';
import { staffSignInCalls } from './staff/sign-in.ts';
import { trialCalls } from './trial/index.ts';
import { signUpCalls } from './users/index.ts';

/** What anybody may call, without a key. */
export const publicCalls: readonly Implementation[] = [
  ...installationCalls,
  ...signUpCalls,
  ...organizationCalls,
  ...staffSignInCalls,
  handleResetAdministratorPassword,
  handleResetOperatorPassword,
  handleGetBacktest,
  ...trialCalls,
];
