import type { affiliateMayNotTrade, affiliateNotOffered } from '@tenbin/messages/refusals/en';

/** Two sentences are the catalogue's: held to it by their types, since what is exported there is fetched before the login. */
export const affiliate = {
  title: 'Affiliate',
  referralsOnly: 'This account is for referrals only and cannot run bots.' satisfies (typeof affiliateMayNotTrade)['text'],
  invite: 'Your invitation',
  about: 'About the programme',
  lead: 'Whoever signs up at this address comes by your invitation.',
  code: 'Invitation code',
  url: 'Address',
  copy: 'Copy the address',
  copied: 'The address has been copied',
  notCopied: 'The address could not be copied. Please select and copy it by hand.',
  referrals: 'Your referrals',
  none: 'Nobody has signed up with your code yet.',
  noneHelp: 'Send somebody your address: here you will see how far they come.',
  anonymous: 'Each figure contains those further to the right. Who they are is not shown.',
  at: 'Signed up on',
  state: 'State',
  signedUp: 'Signed up',
  verified: 'Verified',
  paid: 'Paid',
  running: 'Running a bot',
  left: 'Left',
  notOffered: 'There is no affiliate programme here.' satisfies (typeof affiliateNotOffered)['text'],
} as const;
