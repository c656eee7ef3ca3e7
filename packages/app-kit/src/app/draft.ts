import type { Brand } from '@tenbin/brand';

/**
 * The token in the address of a brand's draft, below which all pages are as the draft has them; null: these are the pages that
 * everybody sees.
 *
 * @param basePath - where the surface's pages begin: '/' or '/admin'
 */
export function draftTokenIn(path: string, basePath: string): string | null {
  const prefix = `${withoutSlash(basePath)}/draft/`;
  return path.startsWith(prefix) ? (path.slice(prefix.length).split('/', 1)[0] ?? null) || null : null;
}

/** Where the pages of a draft begin. */
export const draftBase = (token: string, basePath: string): string => `${withoutSlash(basePath)}/draft/${token}`;

/** Pages of this site that a brand links to are looked at below the draft's address as well. */
export function linkedBelow(base: string, { links, ...brand }: Brand): Brand {
  const below = (address: string) => (address.startsWith('/') ? `${base}${address}` : address);
  const { privacyPolicy, termsOfService, specifiedCommercialTransactionAct, affiliate, lp } = links;
  return {
    ...brand,
    links: {
      privacyPolicy: below(privacyPolicy),
      termsOfService: below(termsOfService),
      specifiedCommercialTransactionAct: below(specifiedCommercialTransactionAct),
      affiliate: affiliate && below(affiliate),
      lp: lp && below(lp),
    },
  };
}

const withoutSlash = (path: string): string => path.replace(/\/$/, '');
