import { requireStopped } from '@tenbin/bots';
import { type RouteOutput, updateBot } from '@tenbin/contract';
import type { BotRow, Exchange } from '@tenbin/db';
import type { ServerContext } from '../context.ts';
import { requireExchange } from '../exchange-access/require-exchange.ts';
import { credentialsFrom, openCredentials } from '../exchange-accounts/credentials.ts';
import { requireOwnPassword } from '../passwords/require-own-password.ts';
import type { Actor } from '../route/caller.ts';
import { implement } from '../route/implement.ts';
import { Refusal } from '../route/refusal.ts';
import { startByItself } from './auto-rebalance.ts';
import { settingsFrom } from './bot-settings.ts';
import { readForCheck, requireSetup } from './check-at-exchange.ts';
import { findGivenAccount, type GivenAccount, keepCredentials } from './exchange-account-of.ts';
import { botReply } from './reply.ts';
import { widthWarnings } from './width-warnings.ts';

type Changes = RouteOutput<typeof updateBot>['body'];

interface Asker {
  readonly actor: Actor;
  readonly deps: ServerContext;
}

export const handleUpdateBot = implement(updateBot, async ({ params, body, actor, deps, caller, audit }) => {
  const asker = { actor, deps };
  const at = deps.clock.now();
  const { bots } = actor.organization;
  const bot = await bots.require(actor.userId, params.id);
  requireStopped(bot.phase);
  if (bot.rebalanceId !== null) throw new Refusal('rebalanceUnderWay');
  if (bot.active) throw new Refusal('botRunning');

  const exchange = await requireExchange(actor, body.exchangeId ?? bot.exchangeId);
  const settings = await settingsFrom(body, { present: bot, exchange, actor, deps });
  const key = await keyAfter(body, { bot, exchange, asker });
  const others = key.known ? (await bots.listOfAccount(key.known.id)).filter(({ id }) => id !== bot.id) : [];
  const check = await readForCheck(settings, { exchange, credentials: key.credentials, others }, asker);
  const suggested = await requireSetup(check, settings, asker);

  const account = key.isNew ? await keepCredentials(key, asker) : key.known;
  const exchangeAccountId = account?.id ?? bot.exchangeAccountId;
  if (key.isNew) audit.add({ exchangeAccountId, key: 'replaced' });
  const saved = await bots.updateSettings(actor.userId, bot.id, { ...settings, exchangeAccountId });
  const changed =
    body.autoActivation && (await startByItself({ bot: saved, check, at }, asker)) ? await bots.require(actor.userId, bot.id) : saved;
  deps.signals.botChanged(actor.organizationId, changed);
  const { isFree } = await deps.organizations.require(actor.organizationId);
  return {
    bot: botReply(changed, { language: caller.language, isFreeOrganization: isFree, now: at }),
    suggestedBalance: suggested,
    warnings: widthWarnings(check, caller.language),
  };
});

interface KeyAfter extends GivenAccount {
  /** Whether there is something to store. */
  readonly isNew: boolean;
}

/**
 * The key that the bot trades with afterwards. What is not given stays as it is stored.
 *
 * @throws {Refusal} `passwordRequired`, `wrongPassword`, `passphraseRequired`, `apiKeyInUse`
 */
async function keyAfter(body: Changes, { bot, exchange, asker }: { bot: BotRow; exchange: Exchange; asker: Asker }): Promise<KeyAfter> {
  const { actor, deps } = asker;
  const stored = await actor.organization.exchangeAccounts.require(bot.exchangeAccountId);
  const before = openCredentials(deps, actor.organizationId, stored);
  const isNew = body.apiKey !== undefined || body.secret !== undefined || body.passPhrase !== undefined || exchange.id !== bot.exchangeId;
  if (!isNew) return { exchange, credentials: before, known: stored, exchangeUser: stored.exchangeUser, isNew };
  if (!body.password) throw new Refusal('passwordRequired');
  await requireOwnPassword(body.password, asker);
  const credentials = credentialsFrom(
    { key: body.apiKey ?? before.apiKey, secret: body.secret ?? before.secret, passPhrase: body.passPhrase ?? before.passphrase },
    exchange,
  );
  return { ...(await findGivenAccount({ exchange, credentials }, asker)), isNew };
}
