import { BrandKit, logoKinds } from '@tenbin/brand';
import * as z from 'zod/mini';
import { route } from '../route.ts';
import { IsoTime, skipFields, text } from '../shapes.ts';

/** Bytes of a logo as it is given. */
export const maxPictureBytes = 512 * 1024;

const revision = z.number().check(z.int(), z.minimum(1), z.maximum(1_000_000));
const token = text(100, { least: 1 });
/** The draft that was read: of one that came after it the revision may be the same, and the token is another. */
const seen = { revision, token };
/** Null, or left out: there was none. */
const seenOrNone = { revision: z.optional(z.nullable(revision)), token: z.optional(z.nullable(token)) };

export const BrandDraft = z.object({
  kit: BrandKit,
  /** Counts its changes. */
  revision: z.number(),
  changedAt: IsoTime,
  /** An administrator's address; null where it is not known any more. */
  changedBy: z.nullable(z.string()),
  /** Where the console shows it, to whoever has the address. */
  address: z.string(),
  /** In that address; pages of administrators show it below `/admin/draft/<token>`. */
  token: z.string(),
  shownUntil: IsoTime,
});

/** What an organization has made of its brand. */
export const OwnBrand = z.object({
  /** The brand as the installation has it, as `brands/<name>/brand.json`; what a kit says counts more. */
  delivered: z.record(z.string(), z.unknown()),
  /** By which its pictures are found. */
  slug: z.string(),
  /** As everybody sees it. */
  kit: BrandKit,
  /** Null: it was never changed. */
  version: z.nullable(z.number()),
  draft: z.nullable(BrandDraft),
});
export type OwnBrand = z.infer<typeof OwnBrand>;

export const getOwnBrand = route({
  surface: 'organization',
  needs: 'settings',
  method: 'GET',
  path: '/admin/organizations/self/brand',
  summary: "The organization's brand as everybody sees it, and its draft with the address that shows it.",
  reply: OwnBrand,
});

export const saveBrandDraft = route({
  surface: 'organization',
  needs: 'settings',
  method: 'PUT',
  path: '/admin/organizations/self/brand/draft',
  summary: 'Saves the draft of the brand, which only its address shows: for a week from now, or until it is published or discarded.',
  body: z.object({ kit: BrandKit, ...seenOrNone }),
  reply: OwnBrand,
  errors: ['brandDraftChanged'],
  fieldErrors: { kit: ['brandPictureNotFound'] },
});

export const discardBrandDraft = route({
  surface: 'organization',
  needs: 'settings',
  method: 'DELETE',
  path: '/admin/organizations/self/brand/draft',
  summary: 'Discards the draft of the brand. Its address ends.',
  body: z.object(seen),
  reply: OwnBrand,
  errors: ['brandDraftChanged'],
});

export const addBrandPicture = route({
  surface: 'organization',
  needs: 'settings',
  method: 'POST',
  path: '/admin/organizations/self/brand/pictures',
  summary:
    'Takes a logo as PNG, JPEG or WebP, at most 512 kB and 4,000 pixels on a side, and makes a PNG of it in the size in which it is shown. ' +
    'A draft names it by `picture`.',
  query: z.object({ logo: z.enum(logoKinds) }),
  rawBody: maxPictureBytes,
  reply: z.object({ picture: z.string(), address: z.string(), width: z.number(), height: z.number() }),
  status: 201,
  errors: ['pictureUnreadable', 'pictureTooLarge'],
});

export const publishBrand = route({
  surface: 'organization',
  needs: 'settings',
  method: 'POST',
  path: '/admin/organizations/self/brand/publish',
  summary: 'Shows the draft of the brand to everybody, as a version of its own. Refused where its colours are hard to read.',
  body: z.object({ ...seen, note: z._default(text(200), '') }),
  reply: OwnBrand,
  errors: ['brandDraftChanged', 'brandHardToRead', 'brandPictureNotFound'],
});

export const listBrandVersions = route({
  surface: 'organization',
  needs: 'settings',
  method: 'GET',
  path: '/admin/organizations/self/brand/versions',
  summary: 'What was published of the brand, newest first: the last 50 versions.',
  query: z.object(skipFields(50)),
  reply: z.array(
    z.object({
      number: z.number(),
      name: z.string(),
      /** Of accents, light and dark. */
      colours: z.array(z.string()),
      note: z.string(),
      publishedAt: IsoTime,
      publishedBy: z.nullable(z.string()),
    }),
  ),
});

export const restoreBrandVersion = route({
  surface: 'organization',
  needs: 'settings',
  method: 'POST',
  path: '/admin/organizations/self/brand/restore',
  summary: 'Makes the draft of an earlier version, in the place of the one that there is. 0: the brand as the installation has it.',
  body: z.object({ version: z.number().check(z.int(), z.minimum(0), z.maximum(1_000_000)), ...seenOrNone }),
  reply: OwnBrand,
  errors: ['brandDraftChanged', 'brandPictureNotFound'],
  fieldErrors: { version: ['brandVersionNotFound'] },
});
