import * as z from 'zod/mini';
import { colourPattern } from './colour.ts';

const Colour = z.string().check(z.regex(colourPattern, 'must be a colour such as #1f4e79'));
/** A file of the brand's own folder, as the server serves it, or an https address. */
const Asset = z.string().check(z.regex(/^(\/brands\/[a-z0-9-]+\/[\w.-]+|https:\/\/\S+)$/, 'must be /brands/<brand>/<file> or https://…'));
/** Mail programs show no SVG. */
const MailPicture = Asset.check(z.regex(/\.(png|jpe?g)$/, 'must be a PNG or JPEG'));
const Address = z.string().check(z.regex(/^(\/[^\s]*|https:\/\/\S+)$/, 'must be a path or an https address'));

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
  name: z.string().check(z.minLength(1), z.maxLength(40)),
  /** Key of the white label: the name of the brand's folder and of its organization. */
  wlKey: z.string().check(z.regex(/^[a-z0-9-]{1,40}$/, 'must be lower case letters, digits and hyphens')),
  /** Host names, without a port, at which this brand answers. */
  hosts: z.array(z.string().check(z.regex(/^[a-z0-9.-]+$/, 'must be a host name without a port'))),
  enableAffiliateCode: z.boolean(),
  favicon: Asset,
  /** `mail`: for mails, 32 px high and drawn at twice that, on light and on dark; without one they show the name. */
  logo: z.object({ default: Asset, sideNav: Asset, symbol: Asset, mail: z.optional(MailPicture) }),
  theme: z.object({ light: Palette, dark: Palette }),
  links: z.object({
    privacyPolicy: Address,
    termsOfService: Address,
    specifiedCommercialTransactionAct: Address,
    affiliate: z.nullable(Address),
    /** The brand's own front page. */
    lp: z.nullable(Address),
  }),
  features: z.prefault(Features, {}),
});
export type Brand = z.infer<typeof Brand>;
