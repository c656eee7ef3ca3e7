import { useRouter } from '@tanstack/react-router';
import { isOwnPath } from './own-path.ts';

/** Leads back to where a login interrupted somebody; to the first page where nothing, or an address elsewhere, is named. */
export function useWayBack(): (next: string | undefined) => void {
  const router = useRouter();
  return (next) => void router.navigate({ href: isOwnPath(next) ? next : '/' });
}
