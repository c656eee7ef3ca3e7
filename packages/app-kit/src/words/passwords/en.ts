import type { resetLinkInvalid } from '@tenbin/messages/refusals/en';

/** What is said where somebody chooses a password. */
export const passwords = {
  passwordsDiffer: 'The passwords differ',
  passwordRules: 'Password requirements',
  ruleLength: '8 to 49 characters',
  ruleUpperCase: 'an upper case letter',
  ruleLowerCase: 'a lower case letter',
  ruleDigit: 'a digit',
  ruleMet: 'done',
  ruleOpen: 'still needed',
  passwordWeak: 'The password does not have everything it needs',
  newPassword: 'New password',
  newPasswordAgain: 'New password (again)',
  forgotTitle: 'Forgot password',
  sendLink: 'Send the link',
  sendLinkAgain: 'Request a new link',
  backToLogin: 'Back to log-in',
  setPassword: 'Set the password',
} as const;

/** What is said besides where somebody of staff does: a link may be of an invitation, which is valid for longer than one of a reset. */
export const staffPasswords = {
  ...passwords,
  sentTitle: 'Please check your e-mail',
  resetTitle: 'New password',
  passwordEffects: 'Setting a password signs you out on all other devices.',
  resetDoneTitle: 'Your password is set',
  resetDone: 'Please log in with it.',
  // As the catalogue has it, without fetching all refusals on a page that a mail leads to.
  resetLinkInvalid: 'This link is no longer valid.' satisfies (typeof resetLinkInvalid)['text'],
  resetLinkHelp:
    'A link works once. It has expired, or a newer one was sent. If it was an invitation, ask whoever invited you to send it again.',
} as const;
