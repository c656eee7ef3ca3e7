import { clocks, audit as shared } from '@tenbin/app-kit/words/staff/en';

export const audit = {
  ...clocks,
  ...shared,
  checkUnknown: 'Whether the log is unchanged could not be read',
  broken: 'The log was changed afterwards',
  brokenHelp:
    'Entries of these days (UTC) were changed, added or removed since they were sealed: {{days}}. Contact the operator of the platform, and compare with the copies that are kept elsewhere.',
  notSealedYet: 'Entries are sealed when their day (UTC) is over. Nothing is sealed yet.',
  sound_one: '{{count}} entry until {{day}} (UTC) is as it was written. Last check: {{at}}',
  sound: '{{count}} entries until {{day}} (UTC) are as they were written. Last check: {{at}}',
  seal: 'Seal of the last day',
  sealHelp: 'It is made of every entry until that day. If you keep it elsewhere, you can tell later whether the log is still the same.',
} as const;
