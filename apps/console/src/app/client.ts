import { createClient } from '@tenbin/contract';
import { currentLanguage } from '@tenbin/ui';
import { isIdle } from './presence.ts';
import { forgetKey, storedKey } from './session.ts';

/** The API of the address that this page came from. */
export const client = createClient({
  baseUrl: '',
  key: () => storedKey(),
  language: currentLanguage,
  antiForgeryToken: () => cookieNamed('__Host-XSRF-TOKEN') ?? cookieNamed('XSRF-TOKEN'),
  isIdle,
  onSignedOut: (error) => forgetKey(error.sessionTimeout ? 'timeout' : 'signin'),
});

/** The first of them is the server's own over https; the other one could have been set by a host below ours. */
function cookieNamed(name: string): string | null {
  const cookie = document.cookie.split('; ').find((one) => one.startsWith(`${name}=`));
  return cookie?.slice(name.length + 1) ?? null;
}
