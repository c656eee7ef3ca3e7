import { members } from '@tenbin/app-kit/words/staff/en';

export const administrators = {
  ...members,
  title: 'Administrators',
  members: 'Administrators of the organization',
  inviteTitle: 'Invite an administrator',
  removeTitle: 'Remove this administrator?',
  removeHelp: '{{email}} is signed out at once and can no longer manage the organization. What they did stays on record.',
  may_owner: 'An owner may do everything, settings and administrators included.',
  may_manager: 'A manager looks after users, bots, plans and mail.',
  may_support: 'Support may look, and stop bots.',
  may_finance: 'Finance sees invoices and payments, and exports data.',
} as const;
