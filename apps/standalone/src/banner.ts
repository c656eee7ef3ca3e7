import { resolve } from 'node:path';
import type { StandaloneConfig } from './config.ts';
import type { Standalone } from './start-standalone.ts';

/** What stands in the terminal once everything runs. */
export function banner({ url, trial }: Standalone, config: StandaloneConfig): string {
  const lines = ['', `Tenbin is running: ${url}`, ''];
  if (trial) {
    lines.push('This is a trial. Nothing leaves this machine, and no money is real.');
    lines.push(`  ${marketSentence(trial)}`, '', '  Log in as');
    for (const { organization, email, password } of trial.accounts) {
      lines.push(`    ${email}   ${password}   ${addressOf(url, organization)}`);
    }
    lines.push('', `  Mail that was sent   ${url}/trial/inbox`, `  Virtual exchange     ${trial.venueUrl}`, '');
  }
  lines.push(`Data: ${config.databaseUrl === null ? resolve(config.dataDir) : `PostgreSQL, and ${resolve(config.dataDir)}`}`);
  if (config.databaseUrl === null) {
    lines.push('The embedded database survives a crash, but not a power cut: to trade on a live exchange, set DATABASE_URL.');
  }
  lines.push('Ctrl-C stops it; the next start goes on where it was.', '');
  return lines.join('\n');
}

const marketSentence = ({ feed, speed }: NonNullable<Standalone['trial']>): string =>
  speed === 1
    ? `The virtual market (${feed}) moves in real time.`
    : `The virtual market (${feed}) moves ${speed} times faster than real time.`;

/** In a trial a brand can be asked for in the address. */
const addressOf = (url: string, organization: string): string => `${url}/?brand=${organization}`;
