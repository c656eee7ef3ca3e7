import { useQuery } from '@tanstack/react-query';
import { mayDo, type OrganizationPermission } from '@tenbin/accounts';
import { query } from '@tenbin/app-kit';
import { getAdministratorSelf } from '@tenbin/contract';

/** Who is signed in, and in which role. */
export const useSelf = () => useQuery(query(getAdministratorSelf, {}));

/** The organization's: its days begin by these clocks, wherever they are read. */
export const useTimeZone = (): string => useSelf().data?.timeZone ?? 'UTC';

/** Whether the role of whoever is signed in includes something; false while that is not known. The server decides again. */
export function useMayDo(permission: OrganizationPermission): boolean {
  const { data } = useSelf();
  return data !== undefined && mayDo(data.role, permission);
}
