import { type Brand, checkBrand } from '@tenbin/brand';
import { type Client, getInstallation, type RouteReply } from '@tenbin/contract';
import { createContext, use } from 'react';

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

function namedBrand(): string | null {
  const search = new URLSearchParams(location.search);
  return search.get(brandName) ?? search.get('wl');
}

/** A trial can be looked at as another brand: `?brand=kohaku` or `?wl=kohaku`, kept for this tab. */
function wantedBrand(): string | undefined {
  const named = namedBrand();
  if (named) sessionStorage.setItem(brandName, named);
  return named ?? sessionStorage.getItem(brandName) ?? undefined;
}

/** What the server wrote into the page, where that is of the brand that is wanted; null: it has to be asked for. */
function givenInstallation(brand: string | undefined): RouteReply<typeof getInstallation> | null {
  const text = document.getElementById('installation')?.textContent;
  const isWanted = brand === undefined || namedBrand() === brand;
  return text && isWanted ? (JSON.parse(text) as RouteReply<typeof getInstallation>) : null;
}

/** @throws {Error} the brand's settings are broken; and as every call */
export async function fetchInstallation(client: Client): Promise<Installation> {
  const brand = wantedBrand();
  const found = givenInstallation(brand) ?? (await client.call(getInstallation, { query: brand === undefined ? {} : { brand } }));
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
