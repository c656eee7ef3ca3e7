import { createTrialAccount, getTrialVenue, listTrialMails, showTrialInbox } from '@tenbin/contract';
import type { Mail } from '@tenbin/db';
import { DomainError } from '@tenbin/market';
import type { ServerContext } from '../../context.ts';
import { requireWithin } from '../../limits/limits.ts';
import { type Implementation, implementPage, implementPublic } from '../../route/implement.ts';
import { Refusal } from '../../route/refusal.ts';
import { inboxPage } from './inbox-page.ts';
import { languageOfPage } from './trial-page.ts';

const maxMailsShown = 100;

/** What was mailed to anybody in this trial, newest first, whether a mail server took it or not. */
const readInbox = ({ database }: ServerContext): Promise<Mail[]> => database.platform.mailQueue.listNewest(maxMailsShown);

const handleListTrialMails = implementPublic(listTrialMails, async ({ deps }) => {
  requireTrial(deps);
  const mails = await readInbox(deps);
  return mails.map(({ to, subject, text, html, createdAt }) => ({ to, subject, text, html, at: createdAt.toISOString() }));
});

const handleShowTrialInbox = implementPage(showTrialInbox, async ({ deps, request }) => {
  requireTrial(deps);
  return inboxPage(await readInbox(deps), languageOfPage(request));
});

const handleCreateTrialAccount = implementPublic(createTrialAccount, async ({ body, deps, caller }) => {
  const { venue } = requireTrial(deps);
  if (!venue) throw new Refusal('notFound');
  requireWithin(deps.limits.trialAccounts, caller.address);
  const { key, secret } = await venue.createAccount(body).catch(refuseBalances);
  return { key, secret };
});

/** The virtual exchange has rules of its own for what an account may begin with. */
function refuseBalances(error: unknown): never {
  if (!(error instanceof DomainError)) throw error;
  const facts = { fields: 'balances', reason: error.code };
  throw new Refusal('invalidInput', { facts, fields: { balances: { code: 'invalidInput', facts } }, cause: error });
}

const handleGetTrialVenue = implementPublic(getTrialVenue, async ({ deps }) => {
  const { venue } = requireTrial(deps);
  if (!venue) throw new Refusal('notFound');
  return { ...(await venue.describe()) };
});

/** These calls are there in a trial only. */
function requireTrial({ trial }: ServerContext): NonNullable<ServerContext['trial']> {
  if (!trial) throw new Refusal('notFound');
  return trial;
}

export const trialCalls: readonly Implementation[] = [
  handleListTrialMails,
  handleShowTrialInbox,
  handleCreateTrialAccount,
  handleGetTrialVenue,
];
