import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open } from 'node:fs/promises';
import path from 'node:path';
import { type MasterKey, SealError } from './vault.ts';

/**
 * Reads a master key from 64 hexadecimal digits, or base64 of 32 bytes.
 *
 * @returns with an id made from the key, the same each time
 * @throws {SealError} without the text
 */
export function parseMasterKey(text: string): MasterKey {
  const trimmed = text.trim();
  const key = /^[0-9a-f]{64}$/i.test(trimmed) ? Buffer.from(trimmed, 'hex') : Buffer.from(trimmed, 'base64');
  if (key.length !== 32) throw new SealError('A master key is 32 bytes: 64 hexadecimal digits, or 44 of base64');
  return { id: createHash('sha256').update('tenbin key id').update(key).digest('hex').slice(0, 12), key };
}

/**
 * Reads one master key or several, oldest first, with spaces, commas or line ends between them.
 *
 * @throws {SealError} without the text
 */
export const parseMasterKeys = (text: string): MasterKey[] =>
  text
    .trim()
    .split(/[\s,]+/)
    .map(parseMasterKey);

/**
 * The master keys of a file that is there.
 *
 * @throws {SealError} when it cannot be read, others may read it, it is somebody else's, or it holds anything else
 */
async function readMasterKeys(file: string): Promise<MasterKey[]> {
  const handle = await open(file).catch((error: Error) => {
    throw new SealError(`The master key ${file} cannot be read: ${error.message}`);
  });
  try {
    const { mode, uid } = await handle.stat();
    const own = process.getuid?.() ?? uid;
    if (process.platform !== 'win32' && (mode & 0o077) !== 0) throw new SealError(`Others may read the master key ${file}: chmod 600 it`);
    if (uid !== own && uid !== 0) throw new SealError(`The master key ${file} is not this user's: chown it to user ${own}`);
    return parseMasterKeys(await handle.readFile('utf8'));
  } finally {
    await handle.close();
  }
}

/**
 * The master keys that the settings give: themselves, or their file.
 *
 * @param options - `makesFile`: see {@link loadOrCreateMasterKeys}
 * @throws {SealError}
 */
export async function loadMasterKeys(
  source: { readonly text: string } | { readonly file: string },
  { makesFile = false }: { readonly makesFile?: boolean } = {},
): Promise<MasterKey[]> {
  if ('text' in source) return parseMasterKeys(source.text);
  return makesFile ? loadOrCreateMasterKeys(source.file) : readMasterKeys(source.file);
}

/**
 * The master keys of a file; at the first start the file is made, readable by its owner only.
 *
 * @throws {SealError} as {@link readMasterKeys}
 */
export async function loadOrCreateMasterKeys(file: string): Promise<MasterKey[]> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  try {
    const handle = await open(file, 'wx', 0o600);
    try {
      await handle.writeFile(`${randomBytes(32).toString('hex')}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  return readMasterKeys(file);
}
