import type { OwnPasswordWords } from '@tenbin/app-kit/passwords';
import { staffPasswords } from '@tenbin/app-kit/words/passwords/en';

/** Where an administrator chooses a password. */
export const auth = {
  ...staffPasswords,
  forgotHelp: 'Enter the e-mail address of your administrator account. You get a link that sets a new password.',
  sent: 'If {{email}} belongs to an administrator, a link is on its way. It is valid for 30 minutes.',
} as const satisfies OwnPasswordWords;
