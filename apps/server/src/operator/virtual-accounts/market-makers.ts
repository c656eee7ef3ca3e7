import {
  type MarketMaker,
  startCalculateOrderBot,
  startSpreadBot,
  stopCalculateOrderBot,
  stopSpreadBot,
  type VirtualAccount,
} from '@tenbin/contract';
import type { OrganizationDatabase } from '@tenbin/db';
import type { MarketMakingSettings, StrategySettings } from '@tenbin/strategy';
import type { AuditNote } from '../../audit/auditor.ts';
import { changesOf } from '../../audit/changes-of.ts';
import { factsOf } from '../../audit/facts-of.ts';
import type { ServerContext } from '../../context.ts';
import { requireOffered } from '../../exchange-access/require-exchange.ts';
import type { Operator } from '../../route/caller.ts';
import type { Implementation } from '../../route/implement.ts';
import { implementOnce } from '../../route/implement-once.ts';
import { findPlatformExchange, type Named, requireAccount } from './find-account.ts';
import { accountReply } from './reply.ts';
import { startVirtualAccountBot, stopVirtualAccountBot } from './run-virtual-bot.ts';

type Kind = MarketMaker['settings']['kind'];
type Wanted = Named & { readonly pair: string };

interface Given<Body extends Wanted> {
  readonly body: Body;
  readonly deps: ServerContext;
  readonly audit: AuditNote;
  readonly actor: Operator;
}

/** Of a kind a virtual account has one for each pair. */
export const isMarketMaker =
  (kind: Kind, pair: string) =>
  (settings: StrategySettings): boolean =>
    settings.kind === kind && settings.pairs[0] === pair;

const prepare = async ({ body, deps }: Pick<Given<Wanted>, 'body' | 'deps'>): Promise<void> =>
  requireOffered([body.pair], await deps.exchanges.fetchMarkets(await findPlatformExchange(deps, body.exchangeName)));

/** Made, or changed: what is left out of the settings does not apply any more. */
async function start(
  within: OrganizationDatabase,
  { body, deps, audit, actor }: Given<Wanted>,
  strategy: MarketMakingSettings,
): Promise<VirtualAccount> {
  const { account, exchange } = await requireAccount(within, body);
  const isMeant = isMarketMaker(strategy.kind, body.pair);
  const before = (await within.bots.listOfSubAccount(account.id)).find((one) => isMeant(one.strategy));
  audit.add({ virtualAccountId: account.id, pair: body.pair });
  const { pairs: _before, ...was } = before?.strategy ?? {};
  const { pairs: _after, ...is } = strategy;
  audit.add(changesOf(factsOf(was), factsOf(is)));
  const bot = await startVirtualAccountBot(within, { account, isMeant, strategy, by: actor.operatorId }, deps);
  audit.add({ botId: bot.id });
  return accountReply(within, account, { exchangeName: exchange.name });
}

async function stop(within: OrganizationDatabase, { body, deps, audit, actor }: Given<Wanted>, kind: Kind): Promise<VirtualAccount> {
  const { account, exchange } = await requireAccount(within, body);
  audit.add({ virtualAccountId: account.id, pair: body.pair });
  const bot = await stopVirtualAccountBot(within, { account, isMeant: isMarketMaker(kind, body.pair), by: actor.operatorId }, deps);
  audit.add({ botId: bot.id });
  return accountReply(within, account, { exchangeName: exchange.name });
}

export const marketMakerCalls: readonly Implementation[] = [
  implementOnce(startSpreadBot, {
    prepare,
    act(within, given) {
      const { exchangeName: _, name: __, pair, ...settings } = given.body;
      return start(within, given, { kind: 'spread', pairs: [pair], ...settings });
    },
  }),
  implementOnce(stopSpreadBot, { act: (within, given) => stop(within, given, 'spread') }),
  implementOnce(startCalculateOrderBot, {
    prepare,
    act(within, given) {
      const { exchangeName: _, name: __, pair, ...settings } = given.body;
      return start(within, given, { kind: 'calculateOrder', pairs: [pair], ...settings });
    },
  }),
  implementOnce(stopCalculateOrderBot, { act: (within, given) => stop(within, given, 'calculateOrder') }),
];
