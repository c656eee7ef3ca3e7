/** `npm run check`: what should hold before every commit. Fast: no database, no socket, no browser. */
import { checks, runCheck } from './checks.ts';

const unitTests = {
  name: 'unit tests',
  command: ['vitest', 'run', '--project', 'unit', '--reporter=dot'],
  hint: 'npx vitest run --project unit',
} as const;

let failed = 0;
for (const check of [...checks, unitTests]) {
  const outcome = await runCheck(check, (text) => console.log(text));
  if (!outcome.passed) failed += 1;
}
if (failed > 0) console.log(`\n${failed} of ${checks.length + 1} checks failed`);
process.exitCode = failed === 0 ? 0 : 1;
