import type { Brand } from './brand.ts';
import { type BrandKit, withKit } from './brand-kit.ts';

/** The brands of an installation. */
export interface BrandsShown {
  /** By their keys, which are their organizations' slugs; at least one. */
  readonly brands: ReadonlyMap<string, Brand>;
  /** The key of the brand of whatever no brand names; null: {@link ownBrand}, or the first where that is not there. */
  readonly defaultBrand: string | null;
}

/** The product's own. */
const ownBrand = 'tenbin';

function usual({ brands, defaultBrand }: BrandsShown): Brand {
  const [first] = brands.values();
  if (!first) throw new Error('there is no brand');
  return brands.get(defaultBrand ?? ownBrand) ?? first;
}

/** The brand that is shown at a host name, given without a port. */
export const brandAtHost = (host: string, shown: BrandsShown): Brand =>
  [...shown.brands.values()].find(({ hosts }) => hosts.includes(host.toLowerCase())) ?? usual(shown);

/** As much of an organization as says how its brand looks. */
export interface BrandOwner {
  readonly slug: string;
  /** What it has changed of its brand; null: nothing. */
  readonly brandKit: BrandKit | null;
}

/** The brand of an organization as its folder has it; the usual one where it has none of its own. */
export const brandAsDelivered = ({ slug }: Pick<BrandOwner, 'slug'>, shown: BrandsShown): Brand => shown.brands.get(slug) ?? usual(shown);

/** The brand of an organization, as it has changed it. */
export function brandOfOrganization({ slug, brandKit }: BrandOwner, shown: BrandsShown): Brand {
  const brand = brandAsDelivered({ slug }, shown);
  return brandKit ? withKit(brand, brandKit, slug) : brand;
}

/** Where people reach an installation. */
export interface Reached extends BrandsShown {
  /** Without a slash at the end. */
  readonly publicUrl: string;
  /** A trial has one address for all brands; `?brand=` chooses. */
  readonly isTrial: boolean;
}

/**
 * A page's address in a brand's dress: where the public address shows another brand, at this one's own first host name.
 *
 * @param page - path and query: '/verify?code=123456'
 */
export function pageOfBrand(brand: Brand, page: string, { publicUrl, isTrial, ...shown }: Reached): string {
  const url = new URL(`${publicUrl}${page}`);
  const [ownHost] = brand.hosts;
  if (isTrial) url.searchParams.set('brand', brand.wlKey);
  else if (ownHost !== undefined && brandAtHost(url.hostname, shown).wlKey !== brand.wlKey) url.hostname = ownHost;
  return url.href;
}
