import { kit } from '@tenbin/app-kit/words/en';
import { roleNames } from '@tenbin/messages/role-names/en';
import { ui } from '@tenbin/ui/words/en';
import { notifications } from '@tenbin/ui/words/notifications/en';

const shell = {
  organizations: 'Organizations',
  health: 'Health',
  consistencies: 'Consistencies',
  testBots: 'Test bots',
  users: 'Users',
  bots: 'Bots',
  virtualAccounts: 'Virtual accounts',
  market: 'Market',
  offer: 'Plans and options',
  billing: 'Billing settings',
  exchanges: 'Exchanges',
  operators: 'Operators',
  audit: 'Audit log',
  account: 'Account',
  ...roleNames,
  forgotPassword: 'Forgot your password?',
} as const;

/** What is read before and around every page. */
export const publicWords = { ui, kit, notifications, shell } as const;
