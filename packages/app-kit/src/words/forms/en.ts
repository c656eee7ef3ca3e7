import { emailRequired, invalidEmail } from '@tenbin/messages/first-refusals/en';
import type { kit } from '../en.ts';

/** What a form says against a field, by what is wrong with it. */
export const formMessages = {
  required: 'Please fill this in',
  emailRequired: emailRequired.text,
  // As everywhere, without a file of its own for what every page has of words.
  invalid: 'This cannot be used' satisfies (typeof kit)['notAllowed'],
  pattern: 'This is not in the expected form',
  email: invalidEmail.text,
  url: 'Please enter a web address that begins with https://',
  tooShort: 'At least {min} characters',
  tooLong: 'At most {max} characters',
  exactLength: 'Exactly {min} characters',
  number: 'Please enter a number',
  integer: 'Please enter a whole number',
  tooSmall: 'Must be {min} or more',
  notAbove: 'Must be more than {min}',
  tooLarge: 'Must be {max} or less',
  notBelow: 'Must be less than {max}',
  step: 'Must be a multiple of {step}',
  date: 'Please enter a date',
  tooEarly: 'Must not be before {min}',
  tooLate: 'Must not be after {max}',
  tooFew: 'Please choose at least {min}',
  tooMany: 'Please choose at most {max}',
  choice: 'Please choose one of the list',
} as const;
