import type { OwnPasswordWords } from '@tenbin/app-kit/passwords';
import { passwords } from '@tenbin/app-kit/words/passwords/en';

/** Where an administrator chooses a password. */
export const auth = {
  ...passwords,
  forgotHelp: 'Enter the e-mail address of your administrator account. You get a link that sets a new password.',
  sentTitle: 'Please check your e-mail',
  sent: 'If {{email}} belongs to an administrator, a link is on its way. It is valid for 30 minutes.',
  resetTitle: 'New password',
  passwordEffects: 'Setting a password signs you out on all other devices.',
  resetDoneTitle: 'Your password is set',
  resetDone: 'Please log in with it.',
  resetLinkInvalid: 'This link cannot be used',
  resetLinkHelp:
    'A link works once. It has expired, or a newer one was sent. If it was an invitation, ask whoever invited you to send it again.',
} as const satisfies OwnPasswordWords;
