import type { AnyListedBot } from '@tenbin/db';
import { auditRead } from '../../audit/audit-read.ts';
import type { Operator } from '../../route/caller.ts';
import type { Asking } from '../../route/implement.ts';
import { Refusal } from '../../route/refusal.ts';

/** A bot of any organization, or of the platform; that it was looked at is written down. @throws {Refusal} `botNotFound` */
export async function requireAuditedBot(id: string | undefined, { actor, deps, audit }: Asking<Operator, 'audit'>): Promise<AnyListedBot> {
  const bot = id === undefined ? null : await deps.database.platform.everybody.botList.find(id);
  if (!bot) throw new Refusal('botNotFound');
  auditRead({ id: bot.id, organizationId: bot.organizationId }, { actor, audit, deps, at: 'bot' });
  return bot;
}
