import { useRouter } from '@tanstack/react-router';

/** Only a path of this front end: a link from outside must not lead elsewhere after the login. */
export const isOwnPath = (next: string | undefined): next is string => next !== undefined && /^\/(?![/\\])/.test(next);

/** Leads back to where a login interrupted somebody; to the first page where nothing, or an address elsewhere, is named. */
export function useWayBack(): (next: string | undefined) => void {
  const router = useRouter();
  return (next) => void router.navigate({ href: isOwnPath(next) ? next : '/' });
}
