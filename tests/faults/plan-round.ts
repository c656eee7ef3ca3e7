import type { DialectName, FaultInput } from '@tenbin/exchange-virtual';
import { currenciesOf, type PairName } from '@tenbin/market';
import { type Draw, drawFrom } from './draw.ts';
import { type Happening, nameOf, troubleMs } from './happening.ts';
import { drawOwnCoin, type OwnCoin, pairsOf } from './own-coin.ts';
import { type DeskCast, drawDesk, planDesk, planWithdrawal } from './plan-desk.ts';
import { planMoney } from './plan-money.ts';
import { otherRules, planOwnMarkets } from './plan-own-markets.ts';
import { planRestarts } from './plan-restarts.ts';

const defaultPairs = pairsOf(null);

export interface PlannedBot {
  /** Which of the round's exchange accounts, counted from 0. */
  readonly account: number;
  readonly delta: number;
  /**
   * What it begins with, and when: one with lopsided balances is rebalanced first, in the time of trouble; one that is
   * contrary comes to another's account at that time, and buys what that one sells.
   */
  readonly begins: 'even' | 'lopsided' | 'contrary';
  /** Whether its orders may take from the book. */
  readonly mayTake: boolean;
}

export interface RoundPlan extends RoundCast {
  readonly seed: number;
  readonly happenings: readonly Happening[];
  /** Whether stop is asked for while everything still goes wrong. */
  readonly stopsInTrouble: boolean;
}

/** Whom a round needs: known before there are accounts whose names its faults could say. */
export interface RoundCast {
  readonly dialect: DialectName;
  readonly accounts: number;
  readonly bots: readonly PlannedBot[];
  /** Null where they balance what most others do. */
  readonly coin: OwnCoin | null;
  /** Null in most rounds. */
  readonly desk: DeskCast | null;
}

/** @param only - as in {@link planRound} */
export const castOf = (seed: number, only: readonly string[] | null = null): RoundCast => drawCast(drawFrom(seed), seed, only);

/**
 * Everything that a seed decides about a round.
 *
 * @param accountIds - the exchange's names of the round's accounts, as many as {@link castOf} says
 * @param only - types of happenings and faults; all others are left out, apart from rebalances, bots that join, and what
 *   operators do
 */
export function planRound(
  seed: number,
  accountIds: readonly string[],
  {
    workers,
    deskId = null,
    only = null,
  }: {
    readonly workers: number;
    /** The exchange's name of the desk's account; null where the round has none. */
    readonly deskId?: string | null;
    readonly only?: readonly string[] | null;
  },
): RoundPlan {
  const draw = drawFrom(seed);
  const cast = drawCast(draw, seed, only);
  const pairs = pairsOf(cast.coin);
  const faults = planFaults(draw, { accountIds, pairs, only });
  const others = [...planMarkets(draw, only), ...planKills(draw, workers), ...planRebalances(draw, cast.bots)];
  const ofRound = [...planMoney(seed, accountIds, { pairs, only }), ...planOwnMarkets(seed, cast, only), ...planRestarts(seed, only)];
  const ofDesk = deskId === null ? [] : planForDesk(seed, deskId, only);
  const always: readonly string[] = ['rebalance', 'join', 'desk'];
  const wanted = [...faults, ...others, ...ofRound, ...ofDesk].filter(
    (one) => only === null || always.includes(one.type) || only.includes(nameOf(one)),
  );
  return { seed, ...cast, happenings: wanted.sort((a, b) => a.atMs - b.atMs), stopsInTrouble: draw.chance(0.3) };
}

/** Every account has a bot, and some have two. */
function drawCast(draw: Draw, seed: number, only: readonly string[] | null): RoundCast {
  const dialect = draw.chance(0.35) ? 'okx' : 'binance';
  const accounts = draw.whole(1, 3);
  const bot = (account: number): PlannedBot => ({
    account,
    delta: draw.between(0.004, 0.008),
    begins: draw.chance(0.25) ? 'lopsided' : 'even',
    mayTake: false,
  });
  const [first = bot(0), ...others] = Array.from({ length: accounts }, (_, account) => bot(account));
  const isAlone = !draw.chance(0.4);
  // Of two on an account the first is there, and running, when the second comes with its money.
  const bots = isAlone ? [first, ...others] : [{ ...first, begins: 'even' as const }, ...others, bot(0)];
  // What was added to rounds later has draws of its own: what else a seed says about a round stays.
  const ownDraw = drawFrom(Math.imul(seed, 0x85ebca6b) >>> 0);
  const coin = drawOwnCoin(ownDraw, { seed, dialect, only });
  const mayTake = bots.map((one) => ({ ...one, mayTake: ownDraw.chance(0.3) }));
  return { dialect, accounts, coin, bots: coin?.isThin ? onThinMarket(mayTake, ownDraw) : mayTake, desk: drawDesk(seed, only) };
}

/** What operators do, and what goes wrong with the desk's account: no less than with any other. */
function planForDesk(seed: number, deskId: string, only: readonly string[] | null): Happening[] {
  const draw = drawFrom(Math.imul(seed, 0x165667b1) >>> 0);
  const isKilled = draw.chance(only?.includes('killOwner') ? 1 : 0.5);
  const kill = { type: 'killOwner', bot: 'desk', atMs: draw.whole(500, troubleMs - 1_000), awayMs: draw.whole(100, 2_000) } as const;
  const acts = planDesk(draw);
  const accountIds = [deskId];
  const faults = planFaults(draw, { accountIds, pairs: defaultPairs, only });
  const money = planMoney(seed + 1_000_003, accountIds, { pairs: defaultPairs, only });
  return [...(isKilled ? [kill] : []), ...acts, ...faults, ...money, ...planWithdrawal(seed, deskId, only)];
}

/** Nobody can be rebalanced where there is hardly anything to buy; the second on the first account meets the first. */
function onThinMarket(bots: readonly PlannedBot[], draw: Draw): PlannedBot[] {
  const ofAccounts = bots.filter(({ account }, index) => bots.findIndex((one) => one.account === account) === index);
  const contrary: PlannedBot = { account: 0, delta: draw.between(0.004, 0.008), begins: 'contrary', mayTake: true };
  return [...ofAccounts.map((bot) => ({ ...bot, begins: 'even' as const })), contrary];
}

/** Many of them are struck while their orders are on the way: a rebalance lasts a second or two. */
function planRebalances(draw: Draw, bots: readonly PlannedBot[]): Happening[] {
  return bots.flatMap(({ begins }, bot): Happening[] => {
    if (begins !== 'lopsided') return [];
    // Before anybody stops: what a stopped bot had would be taken over.
    const atMs = draw.whole(200, troubleMs / 2 - 500);
    const soon = atMs + draw.whole(100, 1_200);
    const kill = draw.between(0, 1);
    const rebalance = { type: 'rebalance', atMs, bot } as const;
    if (kill < 0.3) return [rebalance, { type: 'killOwner', atMs: soon, bot, awayMs: draw.whole(100, 2_000) }];
    if (kill < 0.4) return [rebalance, { type: 'cutDatabase', atMs: soon }];
    if (kill < 0.45) return [rebalance, { type: 'killVenue', atMs: soon, awayMs: draw.whole(50, 1_000) }];
    return [rebalance];
  });
}

function planKills(draw: Draw, workers: number): Happening[] {
  const at = () => draw.whole(500, troubleMs - 1_000);
  const kills: Happening[] = [];
  if (draw.chance(0.06))
    kills.push({ type: 'killWorker', atMs: at(), worker: Math.floor(draw.between(0, workers)), awayMs: draw.whole(100, 2_000) });
  if (draw.chance(0.04)) kills.push({ type: 'killVenue', atMs: at(), awayMs: draw.whole(50, 1_000) });
  if (draw.chance(0.08)) kills.push({ type: 'cutDatabase', atMs: at() });
  return kills;
}

/** What happens to the markets of all rounds: rare. */
function planMarkets(draw: Draw, only: readonly string[] | null): Happening[] {
  const halt = { atMs: draw.whole(500, troubleMs - 4_000), pair: draw.oneOf(defaultPairs), forMs: draw.whole(200, 2_500) };
  return draw.chance(only?.includes('halt') ? 1 : 0.03) ? [{ type: 'halt', ...halt }] : [];
}

interface Struck {
  readonly accountIds: readonly string[];
  readonly pairs: readonly PairName[];
  readonly only: readonly string[] | null;
}

function planFaults(draw: Draw, { accountIds, pairs, only }: Struck): Happening[] {
  const count = draw.whole(4, 10);
  const wanted = only && types.filter((type) => only.includes(type));
  const faults = Array.from({ length: wanted?.length === 0 ? 0 : count }, () => ({
    type: 'fault' as const,
    atMs: draw.whole(0, troubleMs - 2_000),
    fault: drawFault(draw, { account: draw.oneOf(accountIds), pairs, wanted }),
  }));
  return faults.filter(({ fault }, index) => !faults.slice(0, index).some((before) => isSecondRefusal(fault, before.fault)));
}

/** A key that is refused twice stops its bots, rightly: then there is nothing left to see. */
const isSecondRefusal = (fault: FaultInput, before: FaultInput): boolean =>
  fault.type === 'keyRefused' && before.type === 'keyRefused' && fault.where?.account === before.where?.account;

function drawFault(
  draw: Draw,
  { account, pairs, wanted }: { account: string; pairs: readonly PairName[]; wanted: readonly FaultInput['type'][] | null },
): FaultInput {
  for (;;) {
    const fault = draw.oneOf(draw.chance(0.04) ? recipesForAll : recipes)(draw, account, pairs);
    if (wanted === null || wanted.includes(fault.type)) return fault;
  }
}

type Recipe = (draw: Draw, account: string, pairs: readonly PairName[]) => FaultInput;

const sending = (draw: Draw, account: string) => ({ call: draw.oneOf(['place', 'place', 'cancel'] as const), account });
const share = (draw: Draw) => ({ probability: draw.between(0.05, 0.35), seed: draw.whole(0, 1e9) });
const some = (draw: Draw) => ({ times: draw.whole(1, 3) });

/** Delays stay well under what a worker waits before it believes that an order never arrived. */
const delay = (draw: Draw) => draw.whole(20, 1_500);

const recipes: readonly Recipe[] = [
  (draw, account) => ({ type: 'delayBefore', ms: delay(draw), where: sending(draw, account), ...share(draw) }),
  (draw, account) => ({ type: 'delayAfter', ms: delay(draw), where: sending(draw, account), ...share(draw) }),
  (draw, account) => ({ type: 'loseAnswer', where: sending(draw, account), ...share(draw) }),
  (draw, account) => ({ type: 'loseAnswer', where: { account }, ...some(draw) }),
  (draw, account) => ({ type: 'stallAnswer', where: sending(draw, account), ...some(draw) }),
  (draw, account) => ({ type: 'resetConnection', where: { account }, ...share(draw) }),
  (draw, account) => ({
    type: 'serverError',
    status: draw.oneOf([500, 502, 503, 504]),
    coded: draw.chance(0.5),
    accepted: draw.chance(0.5),
    where: sending(draw, account),
    ...share(draw),
  }),
  (draw, account) => ({ type: 'serverError', status: 502, where: { account }, ...some(draw) }),
  (_draw, account) => ({ type: 'tooManyRequests', limit: 'orders', where: { account }, times: 1 }),
  (draw, account) => ({ type: 'clockSkew', where: { account }, ...some(draw) }),
  (_draw, account) => ({ type: 'keyRefused', where: { account }, times: 1 }),
  (draw, account) => ({ type: 'duplicateEvents', where: { account }, ...share(draw) }),
  (draw, account) => ({ type: 'reorderEvents', where: { account }, ...share(draw) }),
  (draw, account) => ({ type: 'loseEvents', where: { account }, ...some(draw) }),
  (draw, _account, pairs) => ({
    type: 'partialFills',
    lots: draw.whole(1, 30),
    where: { pair: draw.oneOf(pairs) },
    lastsMs: draw.whole(500, 3_000),
  }),
  (draw, account) => ({ type: 'lagLists', ms: delay(draw), where: { account }, lastsMs: draw.whole(1_000, 5_000) }),
  (draw, account) => ({ type: 'withholdFills', ms: draw.whole(500, 6_000), share: 0.5, seed: draw.whole(0, 1e9), where: { account } }),
  (draw, account) => ({ type: 'shuffleFills', seed: draw.whole(0, 1e9), where: { account } }),
  (_draw, account) => ({ type: 'dropStreams', streams: 'private', account }),
  (_draw, account) => ({ type: 'silenceStreams', streams: 'private', account }),
  (draw, account, pairs) => ({ type: 'cancelOrders', account, pair: draw.oneOf(pairs) }),
  (draw, account, pairs) => ({
    type: 'changeBalance',
    account,
    currency: draw.oneOf(currenciesOf(pairs)),
    amount: draw.oneOf(['0.00012345', '-0.00010001']),
  }),
];

/** These strike the rounds beside it as well, and every bot must catch up after them: they are rare. */
const recipesForAll: readonly Recipe[] = [
  () => ({ type: 'dropStreams', streams: 'public' }),
  () => ({ type: 'silenceStreams', streams: 'public' }),
  (_draw, account) => ({ type: 'tooManyRequests', where: { account }, times: 1 }),
  (_draw, account) => ({ type: 'banned', where: { account }, times: 1 }),
  // One that does not say for how long is believed to last ten minutes, rightly.
  (draw) => ({ type: 'firewall', lastsMs: draw.whole(200, 1_200), retryAfterSeconds: 1 }),
  (draw) => ({ type: 'maintenance', lastsMs: draw.whole(200, 1_200) }),
  (draw) => ({ type: 'changeRules', ...draw.oneOf(otherRules(null)) }),
];

/** The types that recipes make. */
const types = [...recipes, ...recipesForAll].map((recipe) => recipe(drawFrom(1), 'a1', defaultPairs).type);
