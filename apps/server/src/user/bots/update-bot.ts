import { requireAtRest } from '@tenbin/bots';
import { type RouteOutput, updateBot } from '@tenbin/contract';
import type { BotRow, Exchange, User } from '@tenbin/db';
import { readForCheck } from '../../bots/check-at-exchange.ts';
import { botReply } from '../../bots/reply.ts';
import { startByItself } from '../../bots/request-rebalance.ts';
import { requireExchange } from '../../exchange-access/require-exchange.ts';
import { openCredentials, requireOwnAccount } from '../../exchange-accounts/credentials.ts';
import { type GivenAccount, givenAccount, keepCredentials } from '../../exchange-accounts/given-account.ts';
import { requireOwnPassword } from '../../passwords/require-own-password.ts';
import { planStatusOf, requireInPlan } from '../../plans/entitlement.ts';
import type { Actor } from '../../route/caller.ts';
import { type Asking, implement } from '../../route/implement.ts';
import { Refusal } from '../../route/refusal.ts';
import { settingsFrom } from './bot-settings.ts';
import { requireSetup } from './require-setup.ts';
import { widthWarnings } from './width-warnings.ts';

type Changes = RouteOutput<typeof updateBot>['body'];

export const handleUpdateBot = implement(updateBot, async ({ params, body, actor, deps, caller, audit }) => {
  const asker = { actor, deps, caller };
  const at = deps.clock.now();
  const { bots } = actor.organization;
  const bot = await bots.require(actor.userId, params.id);
  requireAtRest(bot);

  const exchange = await requireExchange(actor, body.exchangeId ?? bot.exchangeId);
  const organization = await deps.organizations.require(actor.organizationId);
  if (exchange.id !== bot.exchangeId) requireInPlan((await planStatusOf(actor, organization, deps)).entitlement, exchange.id);
  const settings = await settingsFrom(body, { present: bot, exchange, actor, deps });
  const key = await keyAfter(body, { bot, exchange, asker });
  const others = key.known ? (await bots.listOfAccount(key.known.id)).filter(({ id }) => id !== bot.id) : [];
  const check = await readForCheck(settings, { exchange, credentials: key.credentials, others }, asker);
  const suggested = await requireSetup(check, settings, asker);

  const saved = key.enteredBy
    ? await keepCredentials(key, { ...asker, user: key.enteredBy }, async (within, keep) => {
        const { id: exchangeAccountId } = await keep();
        return within.bots.updateSettings(actor.userId, bot.id, { ...settings, exchangeAccountId });
      })
    : await bots.updateSettings(actor.userId, bot.id, settings);
  if (key.enteredBy) audit.add({ exchangeAccountId: saved.exchangeAccountId, key: 'replaced' });
  const changed = body.autoActivation ? await startByItself({ bot: saved, check, at }, asker) : saved;
  deps.signals.botChanged(actor.organizationId, changed);
  return {
    bot: botReply(changed, { language: caller.language, now: at }),
    suggestedBalance: suggested,
    warnings: widthWarnings(settings.strategy, check.breakEven, caller.language),
  };
});

interface KeyAfter extends GivenAccount {
  /** Who proved themselves for it; null: it is stored as it is. */
  readonly enteredBy: User | null;
}

/**
 * The key that the bot trades with afterwards. What is not given stays as it is stored.
 *
 * @throws {Refusal} `passwordRequired`, `wrongPassword`, `passphraseRequired`, `apiKeyInUse`, `apiKeyRemoved`
 */
async function keyAfter(
  body: Changes,
  { bot, exchange, asker }: { bot: BotRow; exchange: Exchange; asker: Asking<Actor, 'caller'> },
): Promise<KeyAfter> {
  const { actor, deps } = asker;
  const stored = await actor.organization.exchangeAccounts.require(bot.exchangeAccountId);
  const before = () => openCredentials(deps, actor.organizationId, stored);
  const { apiKey, secret, passPhrase, exchangeAccountId } = body;
  const isNew = [apiKey, secret, passPhrase, exchangeAccountId].some((given) => given !== undefined) || exchange.id !== bot.exchangeId;
  if (!isNew) {
    const { exchangeUser } = stored;
    return { exchange, credentials: before(), known: stored, exchangeUser, isStored: true, enteredBy: null };
  }
  if (exchangeAccountId !== undefined) await requireOwnAccount(exchangeAccountId, actor);
  if (!body.password) throw new Refusal('passwordRequired');
  const enteredBy = await requireOwnPassword(body.password, asker);
  if (exchangeAccountId !== undefined) return { ...(await givenAccount({ exchangeAccountId }, exchange, asker)), enteredBy };
  const key = {
    apiKey: apiKey ?? before().apiKey,
    secret: secret ?? before().secret,
    passPhrase: passPhrase ?? (stored.hasPassphrase ? before().passphrase : undefined),
  };
  return { ...(await givenAccount(key, exchange, asker)), enteredBy };
}
