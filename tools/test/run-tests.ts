/**
 * `npm test`: every check and every test, and one line that counts them. One suite after the other: bots that trade, and
 * pages that follow them, compute as long as they run, so two suites at once take longer than both in turn.
 * A suite that ends without a report counts as one failure, so that nothing can pass by not running.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { checks, runCheck } from '../check/checks.ts';
import { add, type Counts, countsOfPlaywright, countsOfVitest, failure, lineOf, nothing, outsideOfTests, summaryOf } from './counts.ts';

const reports = join(process.cwd(), '.cache', 'reports');
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

/** Shown as it runs. What it complains of is kept as well: an error outside of every test stands in no report. */
function runShown(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<{ code: number; complaint: string }> {
  return new Promise((resolve) => {
    let complaint = '';
    const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'pipe'], env: { ...process.env, ...env } });
    child.stderr.on('data', (part: Buffer) => {
      process.stderr.write(part);
      complaint += part.toString();
    });
    child.on('error', (error) => resolve({ code: 127, complaint: error.message }));
    child.on('close', (code) => resolve({ code: code ?? 1, complaint }));
  });
}

function countsOf(name: string, code: number, complaint: string, report: string, read: (json: unknown) => Counts): Counts {
  const ended = `${name}: ended with code ${code}`;
  if (!existsSync(report)) return failure(lineOf(`${ended} and left no report`, complaint));
  const counts = read(JSON.parse(readFileSync(report, 'utf8')));
  const ran = counts.passed + counts.failed > 0;
  return ran && (code === 0 || counts.failed > 0) ? counts : add(counts, failure(lineOf(ended, outsideOfTests(complaint))));
}

async function runVitest(project: string): Promise<Counts> {
  console.log(`\n== ${project} tests`);
  const report = join(reports, `${project}.json`);
  const { code, complaint } = await runShown('vitest', [
    'run',
    '--project',
    `${project}*`,
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]);
  return countsOf(`${project} tests`, code, complaint, report, countsOfVitest);
}

async function runJourneys(): Promise<Counts> {
  console.log('\n== journeys in a real browser');
  const report = join(reports, 'journeys.json');
  const { code, complaint } = await runShown('playwright', ['test', '--reporter=list,json'], { PLAYWRIGHT_JSON_OUTPUT_NAME: report });
  return countsOf('journeys', code, complaint, report, countsOfPlaywright);
}

/** The pages are built before the tests run. */
const pageWeight = {
  name: 'weight of the pages',
  command: ['node', 'tools/check/bundle-size.ts'],
  hint: 'node tools/check/bundle-size.ts shows the parts',
} as const;

console.log('== checks');
let total = nothing;
for (const check of [...checks, pageWeight]) {
  const { passed } = await runCheck(check, (text) => console.log(text));
  total = add(total, passed ? { ...nothing, passed: 1 } : failure(check.name));
}
total = add(total, await runVitest('unit'));
total = add(total, await runVitest('integration'));
total = add(total, await runJourneys());

console.log(`\n${summaryOf(total)}`);
process.exitCode = total.failed === 0 ? 0 : 1;
