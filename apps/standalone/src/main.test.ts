import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test('a terminal that closes ends it as Ctrl-C does, although nobody reads its last words', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tenbin-main-'));
  const child = spawn(process.execPath, ['--liftoff-only', join(import.meta.dirname, 'main.ts')], {
    env: { ...process.env, PORT: '0', VENUE_PORT: '0', DATA_DIR: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  try {
    let printed = '';
    const isReady = new Promise<void>((resolve, reject) => {
      child.stdout.on('data', (part: Buffer) => {
        printed += part.toString();
        if (printed.includes('Ctrl-C stops it')) resolve();
      });
      child.once('exit', (code) => reject(new Error(`it ended with ${code} before it was ready`)));
    });
    await isReady;
    expect(printed.indexOf('{"audit"'), 'the audit log is said where no terminal is').toBeGreaterThanOrEqual(0);
    expect(printed.slice(printed.indexOf('Tenbin is running')), 'nothing comes after the addresses and passwords').not.toContain(
      '{"audit"',
    );
    child.stdout.destroy();
    child.stderr.destroy();
    const exit = once(child, 'exit');
    child.kill('SIGHUP');
    expect(await exit).toEqual([0, null]);
    expect(await readdir(join(folder, 'database'))).not.toContain('tenbin.lock');
  } finally {
    child.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  }
});
