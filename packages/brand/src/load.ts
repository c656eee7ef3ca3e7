import { access, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Brand } from './brand.ts';
import { type BrandProblem, checkBrand } from './check-brand.ts';

/** One or more brand files are broken. The message has a line for each problem: file, key, what is wrong. */
export class BrandFileError extends Error {
  readonly problems: readonly (BrandProblem & { readonly file: string })[];

  constructor(problems: readonly (BrandProblem & { readonly file: string })[]) {
    super(`Broken brands:\n${problems.map(({ file, key, says }) => `  ${file}: ${key}: ${says}`).join('\n')}`);
    this.name = 'BrandFileError';
    this.problems = problems;
  }
}

/**
 * Reads every `<folder>/<brand>/brand.json`, and makes sure that the pictures it names are there.
 *
 * @param folder - the folder of brands
 * @returns the brands by the name of their folder, in alphabetical order; at least one
 * @throws {BrandFileError} naming every broken file and key
 */
export async function loadBrands(folder: string): Promise<ReadonlyMap<string, Brand>> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])).sort();
  const loaded = await Promise.all(names.map(async (name) => ({ name, ...(await loadBrand(folder, name)) })));
  const problems = loaded.flatMap(({ problems: found, file }) => found.map((problem) => ({ file, ...problem })));
  if (names.length === 0) problems.push({ file: folder, key: '(folder)', says: 'has no brand' });
  if (problems.length > 0) throw new BrandFileError(problems);
  return new Map(loaded.flatMap(({ name, brand }) => (brand ? [[name, brand] as const] : [])));
}

interface Loaded {
  readonly file: string;
  readonly brand: Brand | null;
  readonly problems: readonly BrandProblem[];
}

async function loadBrand(folder: string, name: string): Promise<Loaded> {
  const file = join(folder, name, 'brand.json');
  const broken = (key: string, says: string): Loaded => ({ file, brand: null, problems: [{ key, says }] });
  let settings: unknown;
  try {
    settings = JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    return broken('(whole file)', error instanceof SyntaxError ? `is not JSON: ${error.message}` : 'cannot be read');
  }
  const check = checkBrand(settings);
  if (!check.ok) return { file, brand: null, problems: check.problems };
  const { brand } = check;
  if (brand.wlKey !== name) return broken('wlKey', `must be the folder's name, ${name}`);
  return { file, brand, problems: await missingPictures(folder, brand) };
}

async function missingPictures(folder: string, brand: Brand): Promise<BrandProblem[]> {
  const pictures = {
    favicon: brand.favicon,
    'logo.default': brand.logo.default,
    'logo.sideNav': brand.logo.sideNav,
    'logo.symbol': brand.logo.symbol,
    'logo.mail': brand.logo.mail,
  };
  const found = await Promise.all(
    Object.entries(pictures).map(async ([key, address]): Promise<BrandProblem[]> => {
      if (!address?.startsWith('/brands/')) return [];
      const path = join(folder, address.slice('/brands/'.length));
      return access(path).then(
        () => [],
        () => [{ key, says: `${path} does not exist` }],
      );
    }),
  );
  return found.flat();
}
