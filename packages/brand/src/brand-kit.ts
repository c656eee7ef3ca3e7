import * as z from 'zod/mini';
import { type Brand, BrandLinks, BrandName, BrandTheme, textFields } from './brand.ts';

/** Pictures of a brand that its organization may put in the place of those in its folder. */
export const logoKinds = ['wide', 'wideOnDark', 'icon'] as const;
export type LogoKind = (typeof logoKinds)[number];

/** The hash of what was stored of a picture; its address has it as its name. Null: the one in the brand's folder. */
const Picture = z.nullable(z.string().check(z.maxLength(64, { abort: true }), z.regex(/^[0-9a-f]{64}$/)));

/**
 * What an organization may change of its own brand: how it looks and what it says. Hosts, switches and keys stay with whoever
 * runs the installation.
 */
export const BrandKit = z.object({
  name: BrandName,
  theme: BrandTheme,
  /** `wide`: name or mark with name; `wideOnDark`: the same on dark ground, where `wide` is not seen there; `icon`: square. */
  logo: z.object({ wide: Picture, wideOnDark: Picture, icon: Picture } satisfies Record<LogoKind, typeof Picture>),
  texts: z.object({ ja: z.object(textFields), en: z.object(textFields) }),
  links: BrandLinks,
});
export type BrandKit = z.infer<typeof BrandKit>;

/** What a brand's own folder says of it, as a kit. */
export const kitOf = ({ name, theme, texts, links }: Brand): BrandKit => ({
  name,
  theme,
  logo: { wide: null, wideOnDark: null, icon: null },
  texts,
  links,
});

/** Where a picture is served. The name says what is in it, so it is kept for ever. */
export const pictureAddress = (slug: string, hash: string): string => `/brands/${slug}/${hash}.png`;

/**
 * A brand as its organization has changed it.
 *
 * @param slug - the organization's, by which its pictures are found
 */
export function withKit(brand: Brand, { logo, ...said }: BrandKit, slug: string): Brand {
  const [wide, wideOnDark, icon] = logoKinds.map((kind) => logo[kind] && pictureAddress(slug, logo[kind]));
  return {
    ...brand,
    ...said,
    ...(icon && { favicon: icon }),
    logo: {
      ...brand.logo,
      ...(wide && { default: wide, sideNav: wide, mail: wide }),
      ...(icon && { symbol: icon }),
      ...(wideOnDark && { dark: { default: wideOnDark, sideNav: wideOnDark, mail: wideOnDark } }),
    },
  };
}

/** The pictures that a brand shows on light or on dark ground. */
export const logoOn = (mode: 'light' | 'dark', { logo }: Pick<Brand, 'logo'>): Brand['logo'] =>
  mode === 'dark' ? { ...logo, ...logo.dark } : logo;

/** Pictures of a kit that are its own. */
export const picturesOf = ({ logo }: Pick<BrandKit, 'logo'>): string[] => logoKinds.flatMap((kind) => logo[kind] ?? []);
