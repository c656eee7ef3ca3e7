import { resolve } from 'node:path';
import type { StandaloneConfig } from './config.ts';
import type { Standalone } from './start-standalone.ts';
import type { TrialAccount } from './trial/trial-accounts.ts';

/** What stands in the terminal once everything runs. */
export function banner({ url, urls, trial }: Standalone, config: StandaloneConfig): string {
  const lines = ['', `Tenbin is running: ${url}`, ''];
  if (trial) {
    lines.push('This is a trial. Nothing leaves this machine, and no money is real.');
    lines.push(`  ${marketSentence(trial)}`, '', '  Log in as');
    const lineOf = ({ email, password }: TrialAccount, address: string): string => `    ${email}   ${password}   ${address}`;
    const ofRole = (role: TrialAccount['role']) => trial.accounts.filter((account) => account.role === role);
    lines.push(...ofRole('user').map((account) => lineOf(account, `${url}/?brand=${account.organization}`)));
    lines.push('', '  as an administrator of an organization, or an operator of the platform');
    lines.push(...ofRole('administrator').map((account) => lineOf(account, `${urls.organization}/admin/?brand=${account.organization}`)));
    lines.push(...ofRole('operator').map((account) => lineOf(account, `${urls.operator}/ango-ya/`)));
    lines.push(
      '',
      `  Mail that was sent   ${url}/trial/inbox`,
      `  Virtual exchange     ${trial.venueUrl}`,
      `  Stand-in for PayPal  ${trial.paymentsUrl}`,
    );
    lines.push(`  The API, described   ${url}/docs`, '');
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
