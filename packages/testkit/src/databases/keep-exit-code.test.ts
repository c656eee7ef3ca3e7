import { spawnSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';

const module = pathToFileURL(`${import.meta.dirname}/test-postgres.ts`).href;
const codeOf = (text: string) => spawnSync(process.execPath, ['--input-type=module', '-e', `import '${module}'; ${text}`]).status;

test('a script on a native PostgreSQL ends with its own code', () => {
  expect(codeOf('process.exitCode = 3')).toBe(3);
  expect(codeOf('process.exit(4)')).toBe(4);
  expect(codeOf('')).toBe(0);
});
