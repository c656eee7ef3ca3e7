import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open } from 'node:fs/promises';
import path from 'node:path';
import { masterKeysFault, readMasterKeyBytes } from '@tenbin/settings';
import { type MasterKey, SealError } from './vault.ts';

/** A key with an id made from it, the same each time. */
export function masterKeyOf(key: Uint8Array): MasterKey {
  return { id: createHash('sha256').update('tenbin key id').update(key).digest('hex').slice(0, 12), key };
}

/**
 * Reads one master key or several, oldest first, with spaces, commas or line ends between them.
 *
 * @throws {SealError} without the text
 */
export function parseMasterKeys(text: string): MasterKey[] {
  const fault = masterKeysFault(text);
  if (fault !== null) throw new SealError(`The master key cannot be used: ${fault}`);
  return readMasterKeyBytes(text).map(masterKeyOf);
}

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
    const stat = await handle.stat();
    if (!stat.isFile()) throw new SealError(`The master key ${file} is no file`);
    const { mode, uid } = stat;
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
