import { createClient } from '@tenbin/contract';
import { currentLanguage } from '@tenbin/ui';
import { forgetKey, storedKey } from './session.ts';

/** The API of the address that this page came from. */
export const client = createClient({
  baseUrl: '',
  key: () => storedKey(),
  language: currentLanguage,
  antiForgeryToken: () => /(?:^|; )XSRF-TOKEN=([^;]+)/.exec(document.cookie)?.[1] ?? null,
  onSignedOut: (error) => forgetKey(error.sessionTimeout ? 'timeout' : 'signin'),
});
