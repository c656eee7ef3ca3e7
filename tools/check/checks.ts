import { spawn } from 'node:child_process';

/** A command that says yes or no about the whole tree. */
export interface Check {
  readonly name: string;
  readonly command: readonly [string, ...string[]];
  /** What to do about a no. */
  readonly hint: string;
}

/**
 * What was looked at before is looked at again only where it, or what it depends on, is another: the compiler keeps the
 * hash of every file with its own version and the settings.
 */
export const typesOf = (name: string, project: string): Check => ({
  name,
  command: ['tsc', '-p', project, '--incremental', '--tsBuildInfoFile', `.cache/types/${project.replaceAll(/[/.]/g, '-')}.tsbuildinfo`],
  hint: `npx tsc -p ${project}`,
});

export const checks: readonly Check[] = [
  {
    name: 'format and lint',
    command: ['biome', 'ci', '--error-on-warnings', '--reporter=summary', '.'],
    hint: 'npm run format mends most of it; `npx biome check` shows the rest',
  },
  typesOf('types', 'tsconfig.json'),
  typesOf('types in the browser', 'tsconfig.browser.json'),
  typesOf('types of the pages’ tests', 'tsconfig.pages.json'),
  typesOf('types of the administrators’ pages', 'apps/admin'),
  typesOf('types of the operators’ pages', 'apps/operator'),
  typesOf('types of the journeys', 'tests/journeys'),
  {
    name: 'unused code and dependencies',
    command: ['knip', '--no-progress'],
    hint: 'delete what is listed, or import it where it is needed',
  },
];

export interface Outcome {
  readonly name: string;
  readonly passed: boolean;
  readonly seconds: number;
}

/** Runs one check; its output is shown only when it fails. */
export async function runCheck(check: Check, print: (text: string) => void): Promise<Outcome> {
  const started = performance.now();
  const { code, output } = await runQuietly(check.command);
  const seconds = (performance.now() - started) / 1000;
  print(`${code === 0 ? 'ok    ' : 'FAILED'} ${check.name} (${seconds.toFixed(1)} s)`);
  if (code !== 0) print(`${output.trim()}\n→ ${check.hint}`);
  return { name: check.name, passed: code === 0, seconds };
}

function runQuietly([command, ...args]: readonly [string, ...string[]]): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    const parts: Buffer[] = [];
    child.stdout.on('data', (part: Buffer) => parts.push(part));
    child.stderr.on('data', (part: Buffer) => parts.push(part));
    child.on('error', (error) => resolve({ code: 127, output: `${command} could not be started: ${error.message}` }));
    child.on('close', (code) => resolve({ code: code ?? 1, output: Buffer.concat(parts).toString() }));
  });
}
