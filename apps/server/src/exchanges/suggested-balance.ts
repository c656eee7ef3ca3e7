import { getSuggestedBalance, getSuggestedBalanceByBody, type RouteOutput, type RouteReply } from '@tenbin/contract';
import type { BotRow, Exchange } from '@tenbin/db';
import type { Credentials } from '@tenbin/exchange';
import { currenciesOf } from '@tenbin/market';
import { checkCurrencies, planRebalance, requirePassed, suggestedBalance } from '@tenbin/strategy';
import type { ServerContext } from '../context.ts';
import { pairsBetween } from '../exchange-access/rebalance-plan.ts';
import { fetchOfferedMarkets, requireExchange, requireOffered } from '../exchange-access/require-exchange.ts';
import { availableBalances } from '../exchange-accounts/available-balances.ts';
import { credentialsFrom, findOwnAccount, openCredentials } from '../exchange-accounts/credentials.ts';
import { requireWithin } from '../limits/limits.ts';
import type { Actor } from '../route/caller.ts';
import { type Implementation, implement } from '../route/implement.ts';
import { Refusal } from '../route/refusal.ts';

type Wanted = RouteOutput<typeof getSuggestedBalanceByBody>['body'];

interface Asker {
  readonly actor: Actor;
  readonly deps: ServerContext;
}

async function suggest(exchangeId: string, wanted: Wanted, asker: Asker): Promise<RouteReply<typeof getSuggestedBalance>> {
  const { actor, deps } = asker;
  const exchange = await requireExchange(actor, exchangeId);
  const { credentials, others } = await keyOf(wanted, exchange, asker);
  requirePassed(checkCurrencies(wanted.pairs));
  requireWithin(deps.limits.exchangeCalls, actor.userId);
  const markets = await fetchOfferedMarkets(exchange, asker);
  requireOffered(wanted.pairs, markets);
  const currencies = currenciesOf(wanted.pairs);
  const [wallet, { prices, usd }] = await Promise.all([
    deps.exchanges.withAccount(exchange, credentials, (account) => account.fetchWallet()),
    deps.exchanges.fetchPrices(exchange, { pairs: pairsBetween(currencies, markets), currencies }),
  ]);
  const balances = availableBalances(wallet, { currencies, others });
  const result = planRebalance({ balances, rules: markets, prices, usd });
  return suggestedBalance(balances, usd, { rebalanced: result.ok ? result.plan.rebalancedBalances : undefined });
}

/**
 * The key that was handed over, or the stored one of the bot that was named; and the other bots that trade with it.
 *
 * @throws {Refusal} `invalidInput` when there is neither, `passphraseRequired`, `apiKeyInUse`; {DomainError} `botNotFound`
 */
async function keyOf(
  { key, secret, passPhrase, botId }: Wanted,
  exchange: Exchange,
  { actor, deps }: Asker,
): Promise<{ readonly credentials: Credentials; readonly others: readonly BotRow[] }> {
  const { bots, exchangeAccounts } = actor.organization;
  const bot = botId === undefined ? null : await bots.require(actor.userId, botId);
  const withoutIt = async (accountId: string): Promise<BotRow[]> =>
    (await bots.listOfAccount(accountId)).filter(({ id }) => id !== bot?.id);
  if (key !== undefined && secret !== undefined) {
    const credentials = credentialsFrom({ key, secret, passPhrase }, exchange);
    const account = await findOwnAccount({ exchange, apiKey: credentials.apiKey }, { actor, deps });
    return { credentials, others: account ? await withoutIt(account.id) : [] };
  }
  if (!bot) {
    const missing = key === undefined ? 'key' : 'secret';
    throw new Refusal('invalidInput', {
      facts: { fields: missing },
      fields: { [missing]: { words: 'invalidInput', facts: { fields: missing } } },
    });
  }
  if (bot.exchangeId !== exchange.id) throw new Refusal('exchangeNotFound');
  const account = await exchangeAccounts.require(bot.exchangeAccountId);
  return { credentials: openCredentials(deps, actor.organizationId, account), others: await withoutIt(account.id) };
}

export const suggestionCalls: readonly Implementation[] = [
  implement(getSuggestedBalance, ({ params, query, ...asker }) => suggest(params.id, query, asker)),
  implement(getSuggestedBalanceByBody, ({ params, body, ...asker }) => suggest(params.id, body, asker)),
];
