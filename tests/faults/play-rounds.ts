import { setTimeout as pause } from 'node:timers/promises';
import type { BotRow, Database, OrganizationDatabase } from '@tenbin/db';
import type { DialectName, FaultInput } from '@tenbin/exchange-virtual';
import type { Balances } from '@tenbin/market';
import { Cast, type PlayingBot } from './cast.ts';
import { checkDesk } from './check-desk.ts';
import { checkJobs, type JobsInTheEnd } from './check-jobs.ts';
import { checkMailed, checkSent, type SentMails } from './check-mails.ts';
import { checkPaperwork, isThrough, type PaperworkInTheEnd } from './check-paperwork.ts';
import { type Checked, checkRound } from './check-round.ts';
import type { Desk } from './desk.ts';
import { type Happening, nameOf, troubleMs } from './happening.ts';
import { Paperwork } from './paperwork.ts';
import { castOf, planRound, type RoundPlan } from './plan-round.ts';
import { readDesk } from './read-desk.ts';
import type { Stage } from './stage.ts';
import { readVenueLog, type VenueLog } from './venue-log.ts';

/** Waiting ends with what is waited for: on a busy machine that is late, and no fault. */
const startWithinMs = 300_000;
const stopWithinMs = 600_000;
const doneWithinMs = 300_000;

export interface JudgedRound extends Checked {
  readonly seed: number;
  readonly dialect: DialectName;
  readonly bots: number;
  /** What happened to it, by type. */
  readonly happened: Readonly<Record<string, number>>;
}

interface Round {
  readonly plan: RoundPlan;
  readonly bots: readonly PlayingBot[];
  readonly desk: Desk | null;
  readonly trouble: string[];
}

/** Rounds that have ended: everything has stopped, nothing is compared yet. */
export interface Played {
  readonly rounds: readonly Round[];
  readonly database: Database;
  readonly organization: OrganizationDatabase;
  readonly log: VenueLog;
  /** What the exchange itself says that each account has in the end. */
  readonly wallets: ReadonlyMap<string, Balances>;
  readonly sent: SentMails;
  readonly jobs: JobsInTheEnd;
  readonly paperwork: PaperworkInTheEnd;
}

/**
 * Plays several rounds at once on one stage: each has its own accounts, bots and faults, and all share what happens to
 * the processes. Calm while they start, trouble, calm again until all have stopped.
 */
export async function playRounds(
  stage: Stage,
  seeds: readonly number[],
  { say = () => {}, only = null }: { readonly say?: (text: string) => void; readonly only?: readonly string[] | null } = {},
): Promise<Played> {
  const began = Date.now();
  const sayPhase = (phase: string) => say(`${phase} after ${((Date.now() - began) / 1_000).toFixed(1)} s`);
  const [firstSeed = 0] = seeds;
  const coins = seeds.flatMap((seed) => castOf(seed, only).coin ?? []);
  await stage.renew(firstSeed, coins);
  const cast = await Cast.make(stage.database, { venue: stage.trial, venueUrl: stage.venueUrl });
  const paperwork = await Paperwork.prepare(stage.database, cast.organization);
  const rounds = await Promise.all(seeds.map((seed) => prepare(cast, seed, { workers: stage.workers, only })));
  await Promise.all(rounds.map((round) => startAll(stage, cast, round)));

  sayPhase('all running');
  stage.moveMarket(true);
  const endedBefore = stage.endedJobs().length;
  const asking = paperwork.ask();
  const troubles = await Promise.all(rounds.map((round) => trouble(stage, cast, round)));
  // A fault that waits for a venue that is away would else come after the end of all of them, and stay.
  await Promise.all(troubles.map(({ injected }) => injected));
  await stage.trial.untilBackFor(troubleMs / 2);
  await stage.trial.clearFaults();
  sayPhase('trouble is over');
  const aftermath = Promise.all(troubles.map((one) => one.aftermath));
  // Whoever asks for a rebalance while the exchange is away must be through before stop is asked for.
  await Promise.all([asking, ...troubles.map(({ asked }) => asked)]);
  await Promise.all([...rounds.map((round) => stopAll(stage, cast, round)), aftermath]);
  stage.moveMarket(false);
  const deaths = stage.takeDeaths();
  for (const { trouble: found } of rounds) found.push(...deaths);
  sayPhase('all stopped');
  const through = await untilThrough(stage, paperwork);
  sayPhase('all paperwork done');
  const sent = await untilSent(stage, cast, { kills: killsOf(rounds) });
  sayPhase(`all ${sent.mails.length} mails sent, in ${sent.taken.length} times,`);

  const jobs = await untilDone(stage, endedBefore);
  sayPhase('all jobs done');
  const { database } = stage;
  const log = readVenueLog(stage.venueFolder);
  return { rounds, database, organization: cast.organization, log, wallets: await stage.trial.wallets(), sent, jobs, paperwork: through };
}

/** Compares what all rounds' bots have written with what the exchange has. */
export async function judgeRounds({ rounds, database, organization, log, wallets, sent, jobs, paperwork }: Played): Promise<JudgedRound[]> {
  return Promise.all(
    rounds.map(async ({ plan, bots, desk, trouble: found }, index) => {
      const { seed, dialect, happenings } = plan;
      const stopsWith = mustStopByThemselves(plan) ? 'pairNotAvailable' : null;
      const checked = await checkRound(organization, bots, { log, wallets, dialect, stopsWith });
      const mailed = await Promise.all(
        bots.map(async ({ row: { id, name, userId } }) =>
          checkMailed({ name, rebalances: await organization.rebalances.listOfUser(userId, { offset: 0, limit: 1_000, botId: id }) }, sent),
        ),
      ).then((all) => all.flat());
      const ofDesk = desk && checkDesk(await readDesk(database, desk), { log, wallets, dialect });
      return {
        ...checked,
        trades: checked.trades + (ofDesk?.trades ?? 0),
        met: [...checked.met, ...(ofDesk?.met ?? [])],
        seed,
        dialect,
        bots: bots.length + (desk ? Object.keys(desk.bots).length : 0),
        happened: countTypes(happenings),
        wrong: [
          ...found,
          ...checked.wrong,
          ...(ofDesk?.wrong ?? []),
          ...mailed,
          ...(index === 0 ? [...checkSent(sent), ...checkJobs(jobs), ...checkPaperwork(paperwork, jobs.breaks)] : []),
        ],
      };
    }),
  );
}

/** The jobs of processes that were killed are taken by others after a while. */
async function untilSent(stage: Stage, cast: Cast, { kills }: Pick<SentMails, 'kills'>): Promise<SentMails> {
  const read = async () => {
    const all = await stage.database.platform.mailQueue.listNewest(100_000);
    return all.filter(({ organizationId }) => organizationId === cast.organization.organizationId);
  };
  const mails = await untilOver(stage, read, (all) => all.every(({ status }) => status !== 'waiting'));
  const ids = new Set(mails.map(({ id }) => id));
  return { mails, taken: stage.takenMails().filter((id) => ids.has(id)), kills };
}

async function untilThrough(stage: Stage, paperwork: Paperwork): Promise<PaperworkInTheEnd> {
  const end = await untilOver(stage, () => paperwork.read(stage.deliveredMails()), isThrough);
  await paperwork.close();
  return end;
}

/** What was given up stays so. */
async function untilDone(stage: Stage, endedBefore: number): Promise<JobsInTheEnd> {
  const read = () => stage.leftJobs();
  const left = await untilOver(stage, read, (jobs) => jobs.every(({ state }) => state === 'failed'));
  return { left, ended: stage.endedJobs(), endedBefore, breaks: stage.breaks };
}

/** Jobs that failed are tried again at once: nothing goes wrong any more. @returns how it stands then, or when time is up */
async function untilOver<State>(stage: Stage, read: () => Promise<State>, isOver: (state: State) => boolean): Promise<State> {
  const endsAt = Date.now() + doneWithinMs;
  for (;;) {
    await stage.endPauses();
    const state = await read();
    if (isOver(state) || Date.now() > endsAt) return state;
    await pause(500);
  }
}

const killsOf = (rounds: readonly Round[]): number =>
  rounds.flatMap(({ plan }) => plan.happenings).filter(({ type }) => type === 'killWorker' || type === 'killOwner').length;

async function prepare(cast: Cast, seed: number, how: { workers: number; only: readonly string[] | null }): Promise<Round> {
  const wanted = castOf(seed, how.only);
  const accounts = await cast.createAccounts(wanted);
  const desk = await cast.openDesk(wanted);
  const accountIds = accounts.map(({ id }) => id);
  const plan = planRound(seed, accountIds, { ...how, deskId: desk?.account.id ?? null });
  return { plan, bots: await cast.makeBots(wanted, accounts), desk, trouble: [] };
}

/** One after the other on the same account, since the later one's share is what the earlier ones do not hold. */
async function startAll(stage: Stage, cast: Cast, { bots, desk, trouble: found }: Round): Promise<void> {
  const byAccount = Map.groupBy(bots, ({ account }) => account.id);
  await Promise.all([
    desk?.start(startWithinMs).catch((error: unknown) => noteDesk(stage, desk, { error, found })),
    ...[...byAccount.values()].map(async (ofAccount) => {
      for (const [index, bot] of ofAccount.entries()) {
        if (bot.begins !== 'even') continue;
        if (index > 0) await cast.bringMoney(bot);
        await cast.start(bot).catch((error: unknown) => noteStuck(stage, bot.row, { error, found }));
      }
    }),
  ]);
}

interface Trouble {
  /** What still goes on when the time of trouble is over: a process that was killed is being started again. */
  readonly aftermath: Promise<unknown>;
  /** All rebalances have been asked for, all bots that join have been started, and operators have done everything. */
  readonly asked: Promise<unknown>;
  /** All faults have been injected. */
  readonly injected: Promise<unknown>;
}

/** Resolves when the time of trouble is over. */
async function trouble(stage: Stage, cast: Cast, { plan, bots, desk, trouble: found }: Round): Promise<Trouble> {
  const began = Date.now();
  const happening = plan.happenings.map(async (one) => {
    await pause(one.atMs);
    await happen({ stage, cast, bots, desk }, one).catch((error: unknown) => found.push(`${one.type} did not happen: ${String(error)}`));
  });
  const all = (...types: readonly Happening['type'][]) =>
    Promise.all(plan.happenings.flatMap(({ type }, index) => (types.includes(type) ? [happening[index]] : [])));
  const [begun, injected] = [all('rebalance', 'join'), all('fault', 'withdraw', 'halt', 'delist', 'otherKey')];
  if (plan.stopsInTrouble) {
    await Promise.all([pause(troubleMs / 2), begun]);
    await Promise.all([desk?.askToStop(), ...bots.map(({ row }) => cast.setActive(row, false))]);
  }
  await pause(Math.max(0, began + troubleMs - Date.now()));
  return { aftermath: Promise.all(happening), asked: Promise.all([begun, all('desk')]), injected };
}

interface Scene {
  readonly stage: Stage;
  readonly cast: Cast;
  readonly bots: readonly PlayingBot[];
  readonly desk: Desk | null;
}

async function happen({ stage, cast, bots, desk }: Scene, one: Happening): Promise<void> {
  switch (one.type) {
    case 'fault':
      await inject(stage, one.fault);
      return;
    case 'withdraw': {
      const { account, currency, amount } = one;
      await inject(stage, { type: 'changeBalance', account, currency, amount });
      return;
    }
    case 'killWorker':
      await stage.killWorker(one.worker, one.awayMs);
      return;
    case 'killOwner': {
      const owned = one.bot === 'desk' ? desk : bots[one.bot]?.row;
      if (owned) await stage.killOwner(owned.exchangeAccountId, one.awayMs);
      return;
    }
    case 'desk':
      await desk?.act(one.act);
      return;
    case 'killVenue':
      await stage.killVenue(one.awayMs);
      return;
    case 'killServer':
      await stage.killServer(one.awayMs);
      return;
    case 'cutDatabase':
      await stage.cutDatabase();
      return;
    case 'restartDatabase':
      await stage.restartDatabase(one);
      return;
    case 'halt':
      await stage.trial.inject({ type: 'changeMarket', pair: one.pair, state: 'halted' });
      await pause(one.forMs);
      await stage.trial.inject({ type: 'changeMarket', pair: one.pair, state: 'trading' });
      return;
    case 'delist':
      await stage.trial.inject({ type: 'changeMarket', pair: one.pair, state: 'delisted' }).catch((error: unknown) => {
        // Its answer got lost with the venue's process, and it was asked for again.
        if (!String(error).includes('unknownPair')) throw error;
      });
      return;
    case 'otherKey': {
      const { key } = await stage.trial.addKey(one.account);
      await pause(one.forMs);
      await stage.trial.inject({ type: 'revokeKey', account: one.account, key });
      return;
    }
    case 'rebalance': {
      const bot = bots[one.bot];
      if (!bot) throw new Error(`there is no bot ${one.bot}`);
      if (isSecond(bot, bots)) await cast.bringMoney(bot);
      await cast.rebalance(bot);
      return;
    }
    case 'join': {
      const bot = bots[one.bot];
      if (!bot) throw new Error(`there is no bot ${one.bot}`);
      await cast.bringMoney(bot);
      await cast.setActive(bot.row, true);
      return;
    }
    default:
      one satisfies never;
  }
}

/** What a bot needs for its orders cannot be taken away. */
const inject = (stage: Stage, fault: FaultInput): Promise<void> =>
  stage.trial.inject(fault).catch((error: unknown) => {
    if (!String(error).includes('insufficientFunds')) throw error;
  });

/** It comes to a key that another bot has. */
const isSecond = (bot: PlayingBot, bots: readonly PlayingBot[]): boolean =>
  bots.find(({ account }) => account.id === bot.account.id) !== bot;

/**
 * A start is waited for, and the rebalance before it, unless stop was asked for meanwhile: a bot that starts when its
 * neighbours have stopped takes over what they had. Where a pair is gone, nobody else ends the bots.
 */
async function stopAll(stage: Stage, cast: Cast, { plan, bots, desk, trouble: found }: Round): Promise<void> {
  const desks = desk?.stop(stopWithinMs).catch((error: unknown) => noteDesk(stage, desk, { error, found }));
  await Promise.all([stopBots(stage, cast, { plan, bots, trouble: found }), desks]);
}

async function stopBots(stage: Stage, cast: Cast, { plan, bots, trouble: found }: Omit<Round, 'desk'>): Promise<void> {
  const noteOf = (bot: PlayingBot) => (error: unknown) => noteStuck(stage, bot.row, { error, found });
  const begun = (bot: PlayingBot) => (bot.begins === 'lopsided' ? cast.untilBegun(bot, stopWithinMs) : cast.untilJoined(bot, stopWithinMs));
  if (!plan.stopsInTrouble) await Promise.all(bots.map((bot) => begun(bot).catch(noteOf(bot))));
  const stopped = () => Promise.all(bots.map((bot) => cast.untilPhase(bot.row, 'stopped', stopWithinMs).catch(noteOf(bot))));
  if (mustStopByThemselves(plan)) await stopped();
  await Promise.all(bots.map(({ row }) => cast.setActive(row, false)));
  await stopped();
}

/** Nobody asks for their stop before their pair is gone. */
const mustStopByThemselves = ({ happenings, stopsInTrouble }: RoundPlan): boolean =>
  !stopsInTrouble && happenings.some(({ type }) => type === 'delist');

/** A bot does not go on: what it says, and what everybody knows of it. */
async function noteStuck(
  stage: Stage,
  bot: Pick<BotRow, 'id' | 'exchangeAccountId'>,
  { error, found }: { readonly error: unknown; readonly found: string[] },
): Promise<void> {
  const said = await stage.describeBot(bot).catch((failure: unknown) => [`nothing could be told of it: ${messageOf(failure)}`]);
  found.push([messageOf(error), ...said].join('\n    '));
}

/** The same of a desk, with what everybody knows of each of its bots. */
async function noteDesk(stage: Stage, { bots }: Desk, noted: Parameters<typeof noteStuck>[2]): Promise<void> {
  for (const bot of Object.values(bots)) await noteStuck(stage, bot, noted);
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

function countTypes(happenings: readonly Happening[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const one of happenings) {
    const name = nameOf(one);
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}
