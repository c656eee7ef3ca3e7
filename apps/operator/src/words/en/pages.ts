import { staffPasswords } from '@tenbin/app-kit/words/passwords/en';
import { security } from '@tenbin/app-kit/words/security/en';
import { account, audit, bill, members } from '@tenbin/app-kit/words/staff/en';
import { actions } from '@tenbin/messages/actions/en';
import { causeLabels } from '@tenbin/messages/cause-labels/en';
import { causes } from '@tenbin/messages/causes/en';
import { factNames } from '@tenbin/messages/fact-names/en';
import { factValues } from '@tenbin/messages/fact-values/en';
import * as refusalTexts from '@tenbin/messages/refusals/en';
import { refusalWords } from '@tenbin/messages/words';
import { consistencies } from './consistencies.ts';
import { health } from './health.ts';
import { machine } from './machine.ts';
import { markets } from './markets.ts';
import { platform } from './platform.ts';
import { testBots } from './test-bots.ts';

/** Where an operator chooses a password. */
const auth = {
  ...staffPasswords,
  forgotHelp: 'Enter the e-mail address of your operator account. You get a link that sets a new password.',
  sent: 'If {{email}} belongs to an operator, a link is on its way. It is valid for 30 minutes.',
} as const;

const administrators = {
  ...members,
  title: 'Operators',
  members: 'Operators of the platform',
  inviteTitle: 'Invite an operator',
  removeTitle: 'Remove this operator?',
  removeHelp: '{{email}} is signed out at once and can no longer operate the platform. What they did stays on record.',
  may_operator: 'An operator may do everything.',
  may_observer: 'An observer may look, and change nothing.',
} as const;

const refusals = refusalWords(refusalTexts, causes);

/** What is read behind the log-in. */
export const pageWords = {
  account,
  actions,
  administrators,
  audit: { ...audit, csv: 'CSV', csvExcel: 'CSV for Excel' },
  auth,
  causeLabels,
  factNames,
  factValues,
  consistencies,
  health,
  machine,
  markets,
  money: bill,
  platform,
  refusals,
  security,
  testBots,
} as const;
