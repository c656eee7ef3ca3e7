import { withKit } from '@tenbin/brand';
import type { ServerContext } from '../context.ts';
import { organizationOfToken } from '../passwords/organization-token.ts';
import type { Tenant, Visit } from '../tenancy/tenancy.ts';

type Deps = Pick<ServerContext, 'clock' | 'database' | 'organizations' | 'tenancy' | 'trial'>;

/**
 * A brand as its draft has it, for whoever has the draft's address; null where that is over, or of another organization than
 * the one that is visited. In a trial, whose organizations share an address, it is whose it says.
 */
export async function draftTenant(
  token: string,
  visit: Visit,
  { clock, database, organizations, tenancy, trial }: Deps,
): Promise<Tenant | null> {
  const organizationId = organizationOfToken(token);
  if (organizationId === null) return null;
  if (!trial && (await tenancy.tenantOf(visit)).organization.id !== organizationId) return null;
  const draft = await database.forOrganization(organizationId).brandKits.findDraft();
  if (!draft || draft.token !== token || draft.shownUntil <= clock.now()) return null;
  const organization = await organizations.require(organizationId);
  return { organization, brand: withKit(tenancy.deliveredBrandOf(organization), draft.kit, organization.slug) };
}

/** The address of a draft, and the page that is asked for below it. @param base - where the surface's pages begin: '/admin/' */
export function draftIn(path: string, base: string): { readonly token: string; readonly page: string } | null {
  const prefix = `${base}draft/`;
  if (!path.startsWith(prefix)) return null;
  const [token = '', ...page] = path.slice(prefix.length).split('/');
  return { token, page: `${base}${page.join('/')}` };
}

/** @param page - with a slash: '/login' */
export const draftPage = (token: string, page: string): string => `/draft/${token}${page}`;
