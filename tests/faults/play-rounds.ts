import { setTimeout as pause } from 'node:timers/promises';
import type { OrganizationDatabase } from '@tenbin/db';
import type { Balances } from '@tenbin/market';
import { Cast, type PlayingBot } from './cast.ts';
import { type Checked, checkRound } from './check-round.ts';
import { accountsOf, type Happening, planRound, type RoundPlan, troubleMs } from './plan-round.ts';
import type { Stage } from './stage.ts';
import { readVenueLog, type VenueLog } from './venue-log.ts';

const stopWithinMs = 120_000;

export interface JudgedRound extends Checked {
  readonly seed: number;
  readonly bots: number;
  /** What happened to it, by type. */
  readonly happened: Readonly<Record<string, number>>;
}

interface Round {
  readonly plan: RoundPlan;
  readonly bots: readonly PlayingBot[];
  readonly trouble: string[];
}

/** Rounds that have ended: everything has stopped, nothing is compared yet. */
export interface Played {
  readonly rounds: readonly Round[];
  readonly organization: OrganizationDatabase;
  readonly log: VenueLog;
  /** What the exchange itself says that each account has in the end. */
  readonly wallets: ReadonlyMap<string, Balances>;
}

/**
 * Plays several rounds at once on one stage: each has its own accounts, bots and faults, and all share what happens to
 * the processes. Calm while they start, trouble, calm again until all have stopped.
 */
export async function playRounds(stage: Stage, seeds: readonly number[], say: (text: string) => void = () => {}): Promise<Played> {
  const began = Date.now();
  const sayPhase = (phase: string) => say(`${phase} after ${((Date.now() - began) / 1_000).toFixed(1)} s`);
  await stage.renewVenue();
  const cast = await Cast.make(stage.database, { venue: stage.trial, venueUrl: stage.venueUrl });
  const rounds = await Promise.all(seeds.map((seed) => prepare(cast, seed, stage.workers)));
  await Promise.all(rounds.map((round) => startAll(cast, round)));

  sayPhase('all running');
  stage.moveMarket(true);
  const troubles = await Promise.all(rounds.map((round) => trouble(stage, cast, round)));
  await stage.trial.clearFaults();
  sayPhase('trouble is over');
  await Promise.all([...rounds.map((round) => stopAll(cast, round)), ...troubles.map(({ aftermath }) => aftermath)]);
  stage.moveMarket(false);
  const deaths = stage.takeDeaths();
  for (const { trouble: found } of rounds) found.push(...deaths);
  sayPhase('all stopped');

  return { rounds, organization: cast.organization, log: readVenueLog(stage.venueFolder), wallets: await stage.trial.wallets() };
}

/** Compares what all rounds' bots have written with what the exchange has. */
export async function judgeRounds({ rounds, organization, log, wallets }: Played): Promise<JudgedRound[]> {
  return Promise.all(
    rounds.map(async ({ plan, bots, trouble: found }) => {
      const checked = await checkRound(organization, bots, { log, wallets });
      return { ...checked, seed: plan.seed, bots: bots.length, happened: countTypes(plan.happenings), wrong: [...found, ...checked.wrong] };
    }),
  );
}

async function prepare(cast: Cast, seed: number, workers: number): Promise<Round> {
  const accounts = [];
  for (let made = 0; made < accountsOf(seed); made += 1) accounts.push(await cast.createAccount());
  const plan = planRound(
    seed,
    accounts.map(({ id }) => id),
    { workers },
  );
  return { plan, bots: await cast.makeBots(accounts, plan.bots), trouble: [] };
}

/** One after the other on the same account, since the later one's share is what the earlier ones do not hold. */
async function startAll(cast: Cast, { bots, trouble: found }: Round): Promise<void> {
  const byAccount = Map.groupBy(bots, ({ account }) => account.id);
  await Promise.all(
    [...byAccount.values()].map(async (ofAccount) => {
      for (const [index, bot] of ofAccount.entries()) await cast.start(bot, { bringsMoney: index > 0 });
    }),
  ).catch((error: unknown) => found.push(messageOf(error)));
}

/** Resolves when the time of trouble is over. @returns what still goes on then: a process that was killed is being started again */
async function trouble(stage: Stage, cast: Cast, { plan, bots, trouble: found }: Round): Promise<{ readonly aftermath: Promise<unknown> }> {
  const began = Date.now();
  const happening = plan.happenings.map(async (one) => {
    await pause(one.atMs);
    await happen(stage, one).catch((error: unknown) => found.push(`${one.type} did not happen: ${String(error)}`));
  });
  if (plan.stopsInTrouble) {
    await pause(troubleMs / 2);
    await Promise.all(bots.map(({ row }) => cast.wish(row, false)));
  }
  await pause(Math.max(0, began + troubleMs - Date.now()));
  return { aftermath: Promise.all(happening) };
}

async function happen(stage: Stage, one: Happening): Promise<void> {
  switch (one.type) {
    case 'fault':
      await stage.trial.inject(one.fault).catch((error: unknown) => {
        // What a bot needs for its orders cannot be taken away.
        if (!String(error).includes('insufficientFunds')) throw error;
      });
      return;
    case 'killWorker':
      await stage.killWorker(one.worker, one.awayMs);
      return;
    case 'killVenue':
      await stage.killVenue(one.awayMs);
      return;
    case 'cutDatabase':
      await stage.cutDatabase();
      return;
    default:
      one satisfies never;
  }
}

async function stopAll(cast: Cast, { plan, bots, trouble: found }: Round): Promise<void> {
  if (!plan.stopsInTrouble) await Promise.all(bots.map(({ row }) => cast.wish(row, false)));
  await Promise.all(
    bots.map(({ row }) =>
      cast.untilPhase(row, 'stopped', stopWithinMs).catch((error: unknown) => {
        found.push(messageOf(error));
      }),
    ),
  );
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

function countTypes(happenings: readonly Happening[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const one of happenings) {
    const type = one.type === 'fault' ? one.fault.type : one.type;
    counts[type] = (counts[type] ?? 0) + 1;
  }
  return counts;
}
