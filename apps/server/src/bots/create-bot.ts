import { createBot } from '@tenbin/contract';
import type { OrganizationSettings } from '@tenbin/db';
import { requireExchange } from '../exchange-access/require-exchange.ts';
import { credentialsFrom } from '../exchange-accounts/credentials.ts';
import type { Owner } from '../route/caller.ts';
import { implement } from '../route/implement.ts';
import { Refusal } from '../route/refusal.ts';
import { startByItself } from './auto-rebalance.ts';
import { settingsFrom } from './bot-settings.ts';
import { readForCheck, requireSetup } from './check-at-exchange.ts';
import { findGivenAccount, keepCredentials } from './exchange-account-of.ts';
import { botReply } from './reply.ts';
import { widthWarnings } from './width-warnings.ts';

export const handleCreateBot = implement(createBot, async ({ body, actor, deps, caller, audit }) => {
  const at = deps.clock.now();
  const { isFree, settings: rules } = await deps.organizations.require(actor.organizationId);
  await requireRoomForBot(actor, rules);
  const exchange = await requireExchange(actor, body.exchangeId);
  const settings = await settingsFrom(body, { present: null, exchange, actor, deps });
  const credentials = credentialsFrom({ key: body.apiKey, secret: body.secret, passPhrase: body.passPhrase }, exchange);
  const given = await findGivenAccount({ exchange, credentials }, { actor, deps });
  const { known } = given;
  const others = known ? await actor.organization.bots.listOfAccount(known.id) : [];

  const check = await readForCheck(settings, { exchange, credentials, others }, { actor, deps });
  const suggested = await requireSetup(check, settings, { actor, deps });

  const account = await keepCredentials(given, { actor, deps });
  audit.add({ exchangeAccountId: account.id, key: known ? 'known' : 'stored' });
  const made = await actor.organization.transaction(async (organization) => {
    // First, since it locks the user: of two bots that are set up at once the second one is counted after the first.
    await organization.users.addActionFlag(actor.userId, 'BotSetupCompleted');
    await requireRoomForBot({ ...actor, organization }, rules);
    return organization.bots.create({ ...settings, userId: actor.userId, exchangeAccountId: account.id });
  });
  audit.add({ botId: made.id });
  const startsByItself = await startByItself({ bot: made, check, at }, { actor, deps });
  const bot = startsByItself ? await actor.organization.bots.require(actor.userId, made.id) : made;
  deps.signals.botChanged(actor.organizationId, bot);
  return {
    bot: botReply(bot, { language: caller.language, isFreeOrganization: isFree, now: at }),
    suggestedBalance: suggested,
    warnings: widthWarnings(check, caller.language),
  };
});

/** @throws {Refusal} `tooManyBots` */
async function requireRoomForBot({ userId, organization }: Owner, { botsPerUser: most }: OrganizationSettings): Promise<void> {
  if ((await organization.bots.listOfUser(userId)).length >= most) throw new Refusal('tooManyBots', { facts: { most } });
}
