import { type Brand, checkBrand } from '@tenbin/brand';
import { getInstallation } from '@tenbin/contract';
import { createContext, use } from 'react';
import { client } from './client.ts';

/** Where this page is: whose, in which dress, and whether it is a trial. */
export interface Installation {
  /** The organization's id. */
  readonly organization: string;
  readonly organizationName: string;
  readonly brand: Brand;
  /** Null where nothing is being tried out. */
  readonly trial: { readonly timeScale: number; readonly inbox: string } | null;
}

const brandName = 'brand';

/** A trial can be looked at in another brand's dress: `?brand=kohaku`, kept for this tab. */
function wantedBrand(): string | undefined {
  const named = new URLSearchParams(location.search).get(brandName);
  if (named) sessionStorage.setItem(brandName, named);
  return named ?? sessionStorage.getItem(brandName) ?? undefined;
}

/** @throws {Error} the brand's settings are broken; and as every call */
export async function fetchInstallation(): Promise<Installation> {
  const brand = wantedBrand();
  const found = await client.call(getInstallation, { query: brand === undefined ? {} : { brand } });
  const check = checkBrand(found.brand);
  if (!check.ok) throw new Error(check.problems.map(({ key, says }) => `${key}: ${says}`).join('; '));
  return { ...found, brand: check.brand };
}

export const InstallationContext = createContext<Installation | null>(null);

export function useInstallation(): Installation {
  const installation = use(InstallationContext);
  if (!installation) throw new Error('useInstallation outside of its context');
  return installation;
}
