import { roleNames } from '@tenbin/messages/role-names/en';

/** Around every page: the navigation, and what roles are called. */
export const shell = {
  overview: 'Overview',
  users: 'Users',
  bots: 'Bots',
  mail: 'E-mails',
  administrators: 'Administrators',
  settings: 'Settings',
  brand: 'Brand',
  audit: 'Audit log',
  account: 'Account',
  plans: 'Plans',
  payments: 'Payments',
  revenue: 'Revenue',
  bills: 'Invoices',
  paypal: 'PayPal account',
  offer: 'Platform plans',
  referrals: 'Referrals',
  downloads: 'Downloads',
  csv: 'CSV',
  csvExcel: 'CSV for Excel',
  ...roleNames,
  notAllowed: 'Your role does not include this page',
  notAllowedHelp: 'Your role is “{{role}}”. Ask an owner of the organization to change it if you need this page.',
  toHome: 'Back to the first page',
  forgotPassword: 'Forgot your password?',
} as const;
