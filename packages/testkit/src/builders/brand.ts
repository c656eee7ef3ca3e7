import { readFileSync } from 'node:fs';
import { type BrandKit, checkBrand, kitOf } from '@tenbin/brand';

const file = new URL('../../../../brands/tenbin/brand.json', import.meta.url);

/** What the brand `tenbin` says, as a kit of an organization. */
export function brandKit(changes: Partial<BrandKit> = {}): BrandKit {
  const check = checkBrand(JSON.parse(readFileSync(file, 'utf8')));
  if (!check.ok) throw new Error(JSON.stringify(check.problems));
  return { ...kitOf(check.brand), ...changes };
}
