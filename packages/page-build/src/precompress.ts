import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const compressible = /\.(?:js|css|html|svg|json)$/;
const worthIt = 1024;

/** Writes `.br` and `.gz` beside every text file of the build, so that the server only has to hand them out. */
export function precompress(): Plugin {
  let folder = 'dist';
  return {
    name: 'precompress',
    apply: 'build',
    configResolved(config) {
      folder = join(config.root, config.build.outDir);
    },
    async closeBundle() {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true });
      await Promise.all(
        entries
          .filter((entry) => entry.isFile() && compressible.test(entry.name))
          .map(async (entry) => {
            const path = join(entry.parentPath, entry.name);
            const content = await readFile(path);
            if (content.length < worthIt) return;
            const small = await promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
            await Promise.all([writeFile(`${path}.br`, small), writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }))]);
          }),
      );
    },
  };
}
