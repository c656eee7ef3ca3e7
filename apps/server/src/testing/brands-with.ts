import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Features } from '@tenbin/brand';
import { defaultServerConfig } from '../index.ts';

export type BrandFeatures = Readonly<Record<string, Partial<Features>>>;

/** A copy of the brands, with other features. */
export async function brandsWith(features: BrandFeatures): Promise<{ readonly folder: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'tenbin-brands-'));
  await cp(defaultServerConfig.brandsDir, folder, { recursive: true });
  for (const [brand, changes] of Object.entries(features)) {
    const file = join(folder, brand, 'brand.json');
    const settings = JSON.parse(await readFile(file, 'utf8'));
    await writeFile(file, JSON.stringify({ ...settings, features: { ...settings.features, ...changes } }));
  }
  return { folder, remove: () => rm(folder, { recursive: true }) };
}
