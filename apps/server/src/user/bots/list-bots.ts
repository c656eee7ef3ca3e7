import type { Language } from '@tenbin/accounts';
import { listBots, showApiKeys } from '@tenbin/contract';
import type { BotRow } from '@tenbin/db';
import type { AuditNote } from '../../audit/auditor.ts';
import { botReply } from '../../bots/reply.ts';
import type { ServerContext } from '../../context.ts';
import { openCredentials } from '../../exchange-accounts/credentials.ts';
import { requireOwnPassword } from '../../passwords/require-own-password.ts';
import type { Actor, Caller } from '../../route/caller.ts';
import { implement, WrittenReply } from '../../route/implement.ts';

export const handleListBots = implement(listBots, async ({ query, actor, deps, caller, audit }) => {
  // A field that was left empty is no try of a password.
  if (query.password) return listWithKeys(query.password, { actor, deps, caller, audit });
  const { rows, given } = await readBots({ actor, deps, caller });
  return new WrittenReply(writtenList(rows, given));
});

export const handleShowApiKeys = implement(showApiKeys, ({ body, ...asked }) => listWithKeys(body.password, asked));

interface Asked {
  readonly actor: Actor;
  readonly deps: ServerContext;
  readonly caller: Caller;
}

/** @throws {Refusal} `wrongPassword`, `tooManyRequests` */
async function listWithKeys(password: string, asked: Asked & { readonly audit: AuditNote }) {
  asked.audit.add({ shows: 'apiKeys' });
  await requireOwnPassword(password, asked);
  const { rows, given } = await readBots(asked);
  const keys = await keysOf(rows, asked);
  return rows.map((bot) => botReply(bot, { ...given, apiKey: keys.get(bot.exchangeAccountId) }));
}

async function readBots({ actor, deps, caller }: Asked) {
  const rows = await actor.organization.bots.listOfUser(actor.userId);
  return { rows, given: { language: caller.language, now: lately(deps.clock.now()) } };
}

/** Yearly rates follow the time: a list is written anew that often. */
const writtenForMs = 10_000;
const lately = (now: Date): Date => new Date(Math.floor(now.getTime() / writtenForMs) * writtenForMs);

interface WrittenList {
  readonly rows: readonly BotRow[];
  readonly forWhom: string;
  readonly json: Buffer;
}

/** By the first bot of the list. Unchanged bots are the same objects, so that an unchanged list is written once only. */
const written = new WeakMap<BotRow, WrittenList>();

function writtenList(rows: readonly BotRow[], given: { readonly language: Language; readonly now: Date }): Buffer {
  const [first] = rows;
  if (!first) return Buffer.from('[]');
  const forWhom = `${given.language} ${given.now.getTime()}`;
  const known = written.get(first);
  const isSame = known?.forWhom === forWhom && known.rows.length === rows.length && rows.every((row, index) => row === known.rows[index]);
  if (isSame) return known.json;
  const json = Buffer.from(JSON.stringify(rows.map((bot) => botReply(bot, given))));
  written.set(first, { rows, forWhom, json });
  return json;
}

/** The whole API keys, by exchange account. */
async function keysOf(
  bots: readonly BotRow[],
  { actor, deps }: { actor: Actor; deps: ServerContext },
): Promise<ReadonlyMap<string, string>> {
  const used = new Set(bots.map(({ exchangeAccountId }) => exchangeAccountId));
  const accounts = await actor.organization.exchangeAccounts.listOfUser(actor.userId);
  return new Map(
    accounts
      .filter(({ id, withdrawnAt }) => used.has(id) && withdrawnAt === null)
      .map((account) => [account.id, openCredentials(deps, actor.organizationId, account).apiKey]),
  );
}
