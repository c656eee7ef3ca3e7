import type { LogoKind } from '@tenbin/brand';
import sharp, { type Sharp } from 'sharp';
import { Refusal } from '../route/refusal.ts';

/** A logo as it is stored and shown: PNG in sRGB, with nothing but its pixels. */
export interface Logo {
  readonly bytes: Buffer;
  readonly width: number;
  readonly height: number;
}

/** Of what is given, in pixels: a small file can claim to be a very large picture. */
const maxPixelsOnASide = 4_000;
/** Three times what is shown: 40 px high before the login, 32 in mails, 30 in the navigation. */
const wide = { width: 600, height: 120 } as const;
/** A flatter one gets room above and below, so that at a height of its own it is not wider than its place. */
const maxAspectRatio = wide.width / wide.height;
const iconSide = 192;
const nothing = { r: 0, g: 0, b: 0, alpha: 0 } as const;
const formats: ReadonlySet<string | undefined> = new Set(['png', 'jpeg', 'webp']);

// No other reader of the library is ever run, whatever a file calls itself: not that of SVG, PDF or TIFF.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer', 'VipsForeignLoadWebpBuffer'] });
// Of pictures that come once a month nothing is worth keeping.
sharp.cache(false);

/**
 * Makes a logo of a file that somebody gave: reads its size before its pixels, and keeps of it nothing but these.
 *
 * @throws {Refusal} `pictureUnreadable`, `pictureTooLarge`
 */
export async function makeLogo(given: Uint8Array, kind: LogoKind): Promise<Logo> {
  if (given.length === 0) throw new Refusal('pictureUnreadable');
  const { format, width, height } = await sharp(given, { limitInputPixels: false }).metadata().catch(unreadable);
  if (!formats.has(format)) throw new Refusal('pictureUnreadable');
  if (Math.max(width, height) > maxPixelsOnASide) throw new Refusal('pictureTooLarge', { facts: { most: maxPixelsOnASide } });
  const picture = sharp(given, { failOn: 'error', limitInputPixels: maxPixelsOnASide ** 2, pages: 1 }).timeout({ seconds: 10 });
  const upright = picture.autoOrient().toColourspace('srgb').ensureAlpha();
  if (kind === 'icon') return asPng(upright.resize({ width: iconSide, height: iconSide, fit: 'contain', background: nothing }));
  const fitted = await asPng(upright.resize({ ...wide, fit: 'inside', withoutEnlargement: true }));
  const missing = Math.ceil(fitted.width / maxAspectRatio) - fitted.height;
  if (missing <= 0) return fitted;
  const top = Math.floor(missing / 2);
  return asPng(sharp(fitted.bytes).extend({ top, bottom: missing - top, background: nothing }));
}

async function asPng(picture: Sharp): Promise<Logo> {
  const { data, info } = await picture.png({ compressionLevel: 9 }).toBuffer({ resolveWithObject: true }).catch(unreadable);
  return { bytes: data, width: info.width, height: info.height };
}

function unreadable(cause: unknown): never {
  throw new Refusal('pictureUnreadable', { cause });
}
