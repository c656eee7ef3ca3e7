import type { OwnPasswordWords } from '@tenbin/app-kit/passwords';
import { passwords } from '@tenbin/app-kit/words/passwords/en';
import { referralCodeRequired, resetLinkInvalid, signUpClosed } from '@tenbin/messages/refusals/en';

export const auth = {
  ...passwords,
  noAccount: 'No account yet?',
  signUp: 'Sign up',
  verifyFirst: 'Enter the verification code',
  signUpTitle: 'Sign up',
  createAccount: 'Create account',
  haveAccount: 'Already have an account?',
  passwordAgain: 'Password (again)',
  referralCode: 'Invitation code',
  referralCodeOptional: 'Invitation code (optional)',
  referralRequired: referralCodeRequired.text,
  agree: 'By signing up you agree to the {{terms}} and the {{privacy}}.',
  terms: 'terms of service',
  privacy: 'privacy policy',
  verifyTitle: 'Enter the code',
  verifyHelp:
    'A mail is on its way to {{email}}. Enter the six digits in it within 10 minutes. If you have an account already, it says so.',
  verifyHelpNoEmail: 'Enter your e-mail address and the six digits of the mail.',
  verifyElsewhere: 'This browser did not sign up last, so the password that you chose is asked for as well.',
  notMailed:
    'A mail went to this address a moment ago, so no other was sent. Its code is no longer valid: send a new one when the time is up.',
  code: 'Verification code',
  codeRequired: 'Please enter the six digits of the code',
  verify: 'Verify and log in',
  resend: 'Send the code again',
  resendIn: 'Send again in {{time}}',
  resent: 'A new code has been sent. Earlier codes are no longer valid.',
  forgotPassword: 'Forgot your password?',
  forgotHelp: 'Enter your e-mail address. We send you a link with which you can set a new password.',
  resetSentTitle: 'Check your e-mail',
  resetSent:
    'If there is an account for {{email}}, an e-mail with a link is on its way. The link works once and for 30 minutes. If nothing arrives, wait a few minutes before you ask again.',
  resetTitle: 'Set a new password',
  passwordEffects:
    'A new password stops your running bots and removes the stored API keys. Enter the keys again afterwards, and start the bots.',
  resetDoneTitle: 'The password was changed',
  resetDone: 'Log in with the new password. Your bots were stopped and their API keys removed: enter the keys again to start them.',
  resetLinkInvalid: resetLinkInvalid.text,
  resetLinkHelp: resetLinkInvalid.advice,
  verifyEmailTitle: 'Confirm your new e-mail address',
  verifyEmailHelp: 'Enter the six digits that we sent to {{email}} within 10 minutes.',
  verifyEmail: 'Confirm the address',
  verifyEmailGiveUp: 'No e-mail? Log in with your present address and ask again.',
  verifyEmailElsewhere:
    'No change of address waits in this browser. Open the link in the browser in which you asked for the change, or log in and ask again.',
  openInbox: "Open the trial's inbox",
  signUpClosed: signUpClosed.text,
  viewOpening: 'Opening the view',
  viewEndedTitle: 'The view has ended',
  viewEnded: 'You can close this window.',
  viewFailedTitle: 'The view could not be opened',
  toLogin: 'To the login',
} as const satisfies OwnPasswordWords;
