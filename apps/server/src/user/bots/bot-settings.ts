import { type BotSettings, type BotType, requireSettings } from '@tenbin/bots';
import type { BotCourse, Exchange } from '@tenbin/db';
import { currenciesOf, type PairName } from '@tenbin/market';
import { type BalancingSettings, deltaOf, deltaOfWidth, widthForReward } from '@tenbin/strategy';
import { requireAutoRebalanceOffered } from '../../bots/check-at-exchange.ts';
import { requireCot } from '../../bots/require-may-trade.ts';
import type { ServerContext } from '../../context.ts';
import type { Actor } from '../../route/caller.ts';
import { invalidField, Refusal } from '../../route/refusal.ts';

/** What a user sets of a bot: it balances. */
export interface UserBotSettings extends BotSettings {
  readonly strategy: BalancingSettings;
}

/** What creating and changing a bot have in common, as it came in. */
export interface WantedSettings {
  readonly name?: string | undefined;
  readonly pairs?: readonly string[] | undefined;
  readonly botCourseId?: string | undefined;
  readonly delta?: number | undefined;
  readonly expectedRateOfReturn?: number | undefined;
  readonly autoRebalance?: boolean | undefined;
  readonly autoActivation?: boolean | undefined;
  readonly postOnly?: boolean | undefined;
}

/** What is given goes before a course's settings, and those before the bot's present ones. */
type Present = Omit<BotSettings, 'type'>;

/**
 * Settings that keep the rules which need no exchange.
 *
 * @param present - of the bot that is changed; null for a new one
 * @throws {DomainError} as `requireSettings`; {Refusal} `courseNotFound`, `invalidInput`, `autoRebalanceNotOffered`, `cotRequired`
 */
export async function settingsFrom(
  wanted: WantedSettings,
  { present, exchange, actor, deps }: { present: Present | null; exchange: Exchange; actor: Actor; deps: ServerContext },
): Promise<UserBotSettings> {
  const course = wanted.botCourseId === undefined ? null : await findCourse(actor, wanted.botCourseId, present);
  const kept = course?.strategy ?? present?.strategy;
  const pairs = wanted.pairs ?? kept?.pairs ?? missing('pairs');
  const keptId = wanted.pairs === undefined && wanted.botCourseId === undefined ? (present?.courseId ?? null) : null;
  const courseId = course ? courseWith(pairs, { course, present }) : keptId;
  const settings = requireSettings<UserBotSettings>({
    name: wanted.name ?? present?.name ?? missing('name'),
    type: typeOf(exchange, courseId),
    strategy: {
      kind: 'balancing',
      pairs,
      delta: deltaFrom(wanted, pairs) ?? (kept ? deltaOf(kept) : missing('delta')),
    },
    courseId,
    autoRebalance: wanted.autoRebalance ?? present?.autoRebalance ?? false,
    autoActivation: wanted.autoActivation ?? present?.autoActivation ?? false,
    postOnly: wanted.postOnly ?? present?.postOnly ?? true,
  });
  // What is stored may be sent again as it is.
  if (settings.autoRebalance && !present?.autoRebalance) await requireAutoRebalanceOffered({ actor, deps });
  await requireCot(pairs, { organizationId: actor.organizationId, deps });
  return settings;
}

/** Pairs that a course does not have are chosen by hand; a bot that has them keeps the course whose pairs were changed since. */
function courseWith(pairs: readonly PairName[], { course, present }: { course: BotCourse; present: Present | null }): string | null {
  const isAsBefore = present?.courseId === course.id && isSame(pairs, present.strategy.pairs);
  return isAsBefore || isSame(pairs, course.strategy.pairs) ? course.id : null;
}

const isSame = (some: readonly PairName[], others: readonly PairName[]): boolean =>
  some.length === others.length && some.every((pair) => others.includes(pair));

/** The width may be given as the reward that one trade is to bring. */
function deltaFrom({ delta, expectedRateOfReturn }: WantedSettings, pairs: readonly PairName[]): number | undefined {
  if (delta !== undefined || expectedRateOfReturn === undefined) return delta;
  return deltaOfWidth(widthForReward(expectedRateOfReturn, Math.max(2, currenciesOf(pairs).length)));
}

function typeOf({ baseUrl }: Exchange, courseId: string | null): BotType {
  if (baseUrl !== null) return 'SIMUL';
  return courseId === null ? 'MANUAL' : 'CHOJA';
}

/** @returns null where a bot is said to be on the course that it was made from, and that is offered no more: its own settings stay */
async function findCourse({ organization }: Actor, id: string, present: Present | null): Promise<BotCourse | null> {
  const course = await organization.botCourses.find(id);
  if (!course && id !== present?.courseId) throw new Refusal('courseNotFound');
  return course;
}

function missing(field: string): never {
  throw invalidField(field);
}
