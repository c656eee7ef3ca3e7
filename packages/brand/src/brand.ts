import * as z from 'zod/mini';
import { colourPattern } from './colour.ts';

const aColour = 'must be a colour such as #1f4e79';
const Colour = z.string().check(z.maxLength(7, { abort: true, error: aColour }), z.regex(colourPattern, aColour));
/** A file of the brand's own folder, as the server serves it, or an https address. */
const Asset = z.string().check(z.regex(/^(\/brands\/[a-z0-9-]+\/[\w.-]+|https:\/\/\S+)$/, 'must be /brands/<brand>/<file> or https://…'));
/** Mail programs show no SVG. */
const MailPicture = Asset.check(z.regex(/\.(png|jpe?g)$/, 'must be a PNG or JPEG'));

/** A page of this site, or one elsewhere that nobody can have changed on its way. Two slashes would lead elsewhere unseen. */
const isAddress = (text: string): boolean =>
  !/\s/.test(text) && (/^\/(?![/\\])/.test(text) || (text.startsWith('https://') && URL.canParse(text)));
const Address = z.string().check(z.maxLength(300, { abort: true }), z.refine(isAddress, 'must be a path or an https address'));

/** Anything that is written, in one line or in several; no signs that only steer. */
const written = (most: number, { lines }: { readonly lines: boolean }) =>
  z.string().check(
    z.maxLength(most, { abort: true }),
    z.refine((text) => !(lines ? /(?!\n)[\p{Cc}\p{Cs}]/u : /[\p{Cc}\p{Cs}]/u).test(text), 'must be plain text'),
  );

export const BrandName = written(40, { lines: false }).check(z.refine((name) => name.trim() !== '', 'must not be empty'));

/** In one language; empty: nothing is said. */
export const textFields = {
  /** Below the logo, before the login. */
  tagline: written(100, { lines: false }),
  /** At the foot of mails and of the pages before the login: who stands behind the brand. */
  signature: written(300, { lines: true }),
};
const Texts = z.object({ tagline: z._default(textFields.tagline, ''), signature: z._default(textFields.signature, '') });
const BrandTexts = z.object({ ja: z.prefault(Texts, {}), en: z.prefault(Texts, {}) });

export const BrandLinks = z.object({
  privacyPolicy: Address,
  termsOfService: Address,
  specifiedCommercialTransactionAct: Address,
  affiliate: z.nullable(Address),
  /** The brand's own front page. */
  lp: z.nullable(Address),
});

/** The colours of one theme. `checkBrand` says which of them must be readable on which. */
export const Palette = z.object({
  background: Colour,
  /** Of cards and dialogs. */
  surface: Colour,
  text: Colour,
  /** Labels and units. */
  muted: Colour,
  /** Hairlines; decoration, so without a contrast of its own. */
  border: Colour,
  /** What can be acted on. */
  accent: Colour,
  onAccent: Colour,
  positive: Colour,
  negative: Colour,
  warning: Colour,
  /** One for each of the three currencies in charts. */
  series: z.tuple([Colour, Colour, Colour]),
});
export type Palette = z.infer<typeof Palette>;

export const BrandTheme = z.object({ light: Palette, dark: Palette });

/** What may be switched on or off for a brand. */
export const Features = z.object({
  affiliate: z._default(z.boolean(), false),
  signUp: z._default(z.boolean(), true),
  autoRebalanceByBot: z._default(z.boolean(), false),
  checkBtcBalance: z._default(z.boolean(), false),
  paypal: z._default(z.boolean(), true),
  defaultOrderWidth: z._default(z.boolean(), false),
  easyBotSetup: z._default(z.boolean(), false),
  requiredCot: z._default(z.boolean(), false),
  staging: z._default(z.boolean(), false),
});
export type Features = z.infer<typeof Features>;

/** A brand's settings: `brands/<brand>/brand.json`. Public in full, so never a place for secrets. */
export const Brand = z.object({
  name: BrandName,
  /** Key of the white label: the name of the brand's folder and of its organization. */
  wlKey: z.string().check(z.regex(/^[a-z0-9-]{1,40}$/, 'must be lower case letters, digits and hyphens')),
  /** Host names, without a port, at which this brand answers. */
  hosts: z.array(z.string().check(z.regex(/^[a-z0-9.-]+$/, 'must be a host name without a port'))),
  enableAffiliateCode: z.boolean(),
  favicon: Asset,
  /**
   * `mail`: for mails, 32 px high and drawn at twice that; without one they show the name. `dark`: in the place of these on dark
   * ground; without it the others are for both.
   */
  logo: z.object({
    default: Asset,
    sideNav: Asset,
    symbol: Asset,
    mail: z.optional(MailPicture),
    dark: z.optional(z.object({ default: Asset, sideNav: Asset, mail: MailPicture })),
  }),
  theme: BrandTheme,
  texts: z.prefault(BrandTexts, {}),
  links: BrandLinks,
  features: z.prefault(Features, {}),
});
export type Brand = z.infer<typeof Brand>;
