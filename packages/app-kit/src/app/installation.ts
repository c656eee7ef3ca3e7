import { Brand } from '@tenbin/brand';
import { getInstallation, type RouteReply } from '@tenbin/contract';
import { createContext, use } from 'react';
import type { App } from './create-app.ts';
import { linkedBelow } from './draft.ts';

/** Where this page is: whose, in which dress, and whether it is a trial. */
export interface Installation {
  /** The organization's id. */
  readonly organization: string;
  readonly organizationName: string;
  readonly brand: Brand;
  /** Nobody sees it who has not been given its address. */
  readonly isDraft: boolean;
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
function givenInstallation(isWanted: boolean): RouteReply<typeof getInstallation> | null {
  const text = document.getElementById('installation')?.textContent;
  return text && isWanted ? (JSON.parse(text) as RouteReply<typeof getInstallation>) : null;
}

/**
 * Whether the colours of a brand can be told apart is the server's to check, and of a draft just what is being tried.
 *
 * @throws {Error} the brand's settings are broken; and as every call
 */
export async function fetchInstallation({ client, draft, basePath }: Pick<App, 'client' | 'draft' | 'basePath'>): Promise<Installation> {
  if (draft !== null) {
    const found = givenInstallation(true) ?? (await client.call(getInstallation, { query: { draft } }));
    return { ...found, brand: linkedBelow(basePath, Brand.parse(found.brand)) };
  }
  const brand = wantedBrand();
  const isWanted = brand === undefined || namedBrand() === brand;
  const found = givenInstallation(isWanted) ?? (await client.call(getInstallation, { query: brand === undefined ? {} : { brand } }));
  return { ...found, brand: Brand.parse(found.brand) };
}

export const InstallationContext = createContext<Installation | null>(null);

export function useInstallation(): Installation {
  const installation = use(InstallationContext);
  if (!installation) throw new Error('useInstallation outside of its context');
  return installation;
}
