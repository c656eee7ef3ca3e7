import type { Language } from '@tenbin/accounts';
import { ledgerStateOf, lifecycleOf, type Reason } from '@tenbin/bots';
import { getMarketMaker, listMarketMakers, type MarketMaker, type MarketMakerNow } from '@tenbin/contract';
import { type Exchange, platformOrganizationId, type StandingBotRow, type StoredOrder, type VirtualAccount } from '@tenbin/db';
import { ExchangeError } from '@tenbin/exchange';
import { type Balances, type Currency, type MarketRules, parsePair, type Side, subtract } from '@tenbin/market';
import {
  type MarketMakingSettings,
  marketMakerKinds,
  quietSides,
  splitOfMoney,
  type TopOfBook,
  topWithout,
  type UsdPrices,
} from '@tenbin/strategy';
import { keptPerformance } from '../../bots/kept-performance.ts';
import { messagesReply } from '../../bots/reply.ts';
import type { ServerContext } from '../../context.ts';
import { implementForOperator } from '../../route/implement.ts';
import { Refusal } from '../../route/refusal.ts';
import { requireAccount } from './find-account.ts';
import { isMarketMaker } from './market-makers.ts';

type Maker = StandingBotRow & { readonly strategy: MarketMakingSettings };
type Place = Pick<MarketMaker, 'exchangeName' | 'name'> & { readonly language: Language };

const makesMarket = (bot: StandingBotRow): bot is Maker => marketMakerKinds.some((kind) => kind === bot.strategy.kind);
const platformOf = ({ database }: ServerContext) => database.forOrganization(platformOrganizationId);

export const handleListMarketMakers = implementForOperator(listMarketMakers, async ({ query, deps, caller }) => {
  const within = platformOf(deps);
  const { account, exchange } = await requireAccount(within, query);
  const place = { exchangeName: exchange.name, name: account.name, language: caller.language };
  return (await within.bots.listOfSubAccount(account.id)).filter(makesMarket).map((bot) => marketMakerReply(bot, place));
});

export const handleGetMarketMaker = implementForOperator(getMarketMaker, async ({ query, deps, actor, caller }) => {
  const within = platformOf(deps);
  const { account, exchange } = await requireAccount(within, query);
  const isMeant = isMarketMaker(query.kind, query.pair);
  const bot = (await within.bots.listOfSubAccount(account.id)).filter(makesMarket).find(({ strategy }) => isMeant(strategy));
  if (!bot) throw new Refusal('botNotFound');
  const asker = { userId: actor.operatorId, organizationId: platformOrganizationId };
  const book = await unlessAway(deps, exchange, () => deps.exchanges.fetchBook(exchange, { pair: query.pair, asker }));
  const rules = await unlessAway(deps, exchange, async () => (await deps.exchanges.fetchMarkets(exchange)).get(query.pair));
  const fetchUsd = async (currencies: readonly Currency[]): Promise<UsdPrices> =>
    (await unlessAway(deps, exchange, () => deps.exchanges.fetchPrices(exchange, { currencies, asker })))?.usd ?? new Map();
  const kept = await keptPerformance(within, bot, { fetchUsd, now: deps.clock.now });
  const orders = await within.orders.listOpen(bot.id);
  const top = book && topWithout(orders.map(inBook), book);
  const { balances } = account;
  return {
    ...marketMakerReply(bot, { exchangeName: exchange.name, name: account.name, language: caller.language }),
    orders: orders.map(orderReply),
    book: book && { bids: book.bids.map(levelReply), asks: book.asks.map(levelReply), at: book.at.toISOString() },
    mid: top?.mid ?? null,
    quiet: quietOf(bot, { account, balances, orders, rules: rules ?? null, top }),
    isPaced: bot.active && bot.warnings.some(({ code }) => code === 'ordersPaced'),
    inventory: inventoryOf(bot.strategy, { balances, mid: top?.mid ?? null }),
    profit: kept?.total
      ? {
          since: new Date(kept.book.since).toISOString(),
          until: kept.until?.endedAt?.toISOString() ?? null,
          ...splitOfMoney(kept.total.usd),
        }
      : null,
  };
});

/** Null where the exchange does not answer. */
async function unlessAway<T>({ log }: ServerContext, { name }: Exchange, ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof ExchangeError)) throw error;
    log.warn({ exchange: name, err: error }, 'exchange.request_failed');
    return null;
  }
}

function marketMakerReply(bot: Maker, { language, ...place }: Place): MarketMaker {
  const { pairs, ...settings } = bot.strategy;
  return {
    _id: bot.id,
    ...place,
    pair: pairs[0] ?? '',
    settings,
    state: lifecycleOf(bot).shown,
    isRunning: bot.active,
    stopCause: bot.stopCause,
    stoppedAt: bot.stoppedAt?.toISOString() ?? null,
    errorMessages: messagesReply(bot.messages, language),
    lastFillAt: bot.lastFillAt?.toISOString() ?? null,
    executionCount: bot.executionCount,
    openOrderCount: bot.openOrderCount,
  };
}

const inBook = ({ side, price, amount, reportedFilled }: StoredOrder) => ({ side, price, remaining: subtract(amount, reportedFilled) });
const levelReply = ([price, amount]: readonly [number, number]): [number, number] => [price, amount];

const orderReply = ({
  clientOrderId,
  side,
  level,
  price,
  amount,
  reportedFilled,
  sentAt,
}: StoredOrder): MarketMakerNow['orders'][number] => ({
  _id: clientOrderId,
  side,
  level,
  price,
  amount,
  filled: reportedFilled,
  createdAt: sentAt.toISOString(),
});

type Quiet = MarketMakerNow['quiet'][Side];

interface QuietGiven {
  readonly account: VirtualAccount;
  readonly balances: Balances;
  readonly orders: readonly StoredOrder[];
  readonly rules: MarketRules | null;
  readonly top: TopOfBook | null;
}

/** Why a side has no order: of the bot, of its virtual account, of the market, of its settings, and at last of what was held back. */
function quietOf({ phase, strategy, warnings }: Maker, { account, balances, orders, rules, top }: QuietGiven): MarketMakerNow['quiet'] {
  const ledger = ledgerStateOf(account);
  const both = ((): Quiet => {
    if (ledger === 'frozen') return 'accountFrozen';
    if (ledger === 'overdrawn') return 'accountOverdrawn';
    if (phase.kind !== 'running') return 'notRunning';
    if (rules === null) return 'pairNotAvailable';
    return top === null ? 'noBook' : null;
  })();
  const wants = rules && top && quietSides(strategy, { balances, rules, top });
  const reasonOf = (side: Side) =>
    orders.some((order) => order.side === side) ? null : (both ?? wants?.[side] ?? heldBackBecause(warnings, side) ?? 'waiting');
  return { buy: reasonOf('buy'), sell: reasonOf('sell') };
}

/** Why what it wants on a side was not sent, or not accepted, the last times. */
function heldBackBecause(warnings: readonly Reason[], side: Side): Quiet {
  if (warnings.some(({ code }) => code === 'rateLimited')) return 'rateLimited';
  const codes = warnings.filter(({ facts }) => facts.side === side).map(({ code }) => code);
  return (['ordersWouldCross', 'ledgerTooSmall'] as const).find((code) => codes.includes(code)) ?? (codes.length > 0 ? 'slotPaused' : null);
}

function inventoryOf(
  strategy: MarketMakingSettings,
  { balances, mid }: { readonly balances: Balances; readonly mid: number | null },
): MarketMakerNow['inventory'] {
  const { base, counter } = parsePair(strategy.pairs[0] ?? '');
  const [ofBase, ofCounter] = [balances[base] ?? '0', balances[counter] ?? '0'];
  const held = mid === null ? null : Number(ofBase) * mid;
  const worth = held === null ? 0 : held + Number(ofCounter);
  return {
    base: ofBase,
    counter: ofCounter,
    basePct: held !== null && worth > 0 ? (100 * held) / worth : null,
    targetPct: strategy.kind === 'calculateOrder' ? strategy.inventoryTargetBasePct : null,
  };
}
