import { createBot } from '@tenbin/contract';
import type { OrganizationSettings } from '@tenbin/db';
import { readForCheck } from '../../bots/check-at-exchange.ts';
import { botReply } from '../../bots/reply.ts';
import { startByItself } from '../../bots/request-rebalance.ts';
import { requireRoomInOrganization, requireTrader } from '../../bots/require-may-trade.ts';
import { requireExchange } from '../../exchange-access/require-exchange.ts';
import { givenAccount, keepCredentials, requireMayReplace } from '../../exchange-accounts/given-account.ts';
import { requireEntitled, requireInPlan } from '../../plans/entitlement.ts';
import type { Owner } from '../../route/caller.ts';
import { implement } from '../../route/implement.ts';
import { Refusal } from '../../route/refusal.ts';
import { settingsFrom } from './bot-settings.ts';
import { requireSetup } from './require-setup.ts';
import { widthWarnings } from './width-warnings.ts';

export const handleCreateBot = implement(createBot, async ({ body, actor, deps, caller, audit }) => {
  const at = deps.clock.now();
  const user = await actor.organization.users.require(actor.userId);
  const settingsOfOrganization = await deps.organizations.require(actor.organizationId);
  const { settings: rules } = settingsOfOrganization;
  await requireTrader(actor, deps);
  const entitlement = await requireEntitled(actor, settingsOfOrganization, deps);
  await requireRoomForBot(actor, rules);
  const exchange = await requireExchange(actor, body.exchangeId);
  requireInPlan(entitlement, exchange.id);
  const settings = await settingsFrom(body, { present: null, exchange, actor, deps });
  const given = await givenAccount(body, exchange, { actor, deps });
  await requireMayReplace(given, body.password, { actor, deps, caller });
  const { known, credentials } = given;
  const others = known ? await actor.organization.bots.listOfAccount(known.id) : [];

  const check = await readForCheck(settings, { exchange, credentials, others }, { actor, deps });
  const suggested = await requireSetup(check, settings, { actor, deps });

  // In one: whoever is refused leaves no key behind.
  const made = await keepCredentials(given, { actor, deps, user }, async (organization, keep) => {
    await organization.users.addActionFlag(actor.userId, 'BotSetupCompleted');
    await requireRoomForBot({ ...actor, organization }, rules);
    await requireRoomInOrganization(organization);
    const account = await keep();
    return organization.bots.create({ ...settings, userId: actor.userId, exchangeAccountId: account.id });
  });
  audit.add({ exchangeAccountId: made.exchangeAccountId, key: known ? 'known' : 'stored', botId: made.id });
  const bot = await startByItself({ bot: made, check, at }, { actor, deps });
  deps.signals.botChanged(actor.organizationId, bot);
  return {
    bot: botReply(bot, { language: caller.language, now: at }),
    suggestedBalance: suggested,
    warnings: widthWarnings(settings.strategy, check.breakEven, caller.language),
  };
});

/** @throws {Refusal} `tooManyBots` */
async function requireRoomForBot({ userId, organization }: Owner, { botsPerUser: most }: OrganizationSettings): Promise<void> {
  if ((await organization.bots.listOfUser(userId)).length >= most) throw new Refusal('tooManyBots', { facts: { most } });
}
