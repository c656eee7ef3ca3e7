import type { JobData } from '@tenbin/db';
import type { ServerContext } from '../context.ts';
import type { SendLink } from '../passwords/reset-by-link.ts';
import { sendAdministratorLink, sendOperatorLink } from './staff/reset-password.ts';
import { sendUserLink } from './users/reset-password.ts';

const senders = {
  user: sendUserLink,
  organization: sendAdministratorLink,
  operator: sendOperatorLink,
} as const satisfies Readonly<Record<JobData['resetLinks']['surface'], SendLink>>;

/** Mails the links to new passwords that were asked for. @returns finishes what is in hand, and takes no more */
export const sendResetLinks = (deps: ServerContext): Promise<() => Promise<void>> =>
  deps.database.jobs.work('resetLinks', (job) => senders[job.data.surface](job, deps));
