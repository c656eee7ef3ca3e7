import type { Language } from '@tenbin/accounts';
import {
  type BotError,
  type BotWarning,
  botWarnings,
  isRunning,
  lifecycleOf,
  type Reason,
  runningTime,
  stopForcibleAt,
  warningOf,
} from '@tenbin/bots';
import type { Bot as BotReply } from '@tenbin/contract';
import type { AnyBotRow, BotRow } from '@tenbin/db';
import { explained } from '@tenbin/messages';
import { annualRate, type CheckCode, deltaOf, isProvisionalRate, orderCountOf, rewardOf } from '@tenbin/strategy';
import { receiptReply } from './receipt-reply.ts';

interface Given {
  readonly language: Language;
  /** When it is looked at: the yearly rate is reckoned up to then. */
  readonly now: Date;
  /** The whole API key, for its owner who gave the password. */
  readonly apiKey?: string | undefined;
}

/** A bot as the API shows it, its owner as it has one. Its secrets are not in it. */
export function botReply<Owner extends string | null>(
  bot: AnyBotRow & { readonly userId: Owner },
  { language, now, apiKey }: Given,
): Omit<BotReply, 'user'> & { user: Owner } {
  const { phase, ledger, strategy, exchangeId, exchangeName, timeScale } = bot;
  const { shown } = lifecycleOf(bot);
  const reward = rewardOf(strategy);
  return {
    _id: bot.id,
    user: bot.userId,
    name: bot.name,
    exchange: { _id: exchangeId, name: exchangeName, timeScale },
    pairs: [...strategy.pairs],
    delta: deltaOf(strategy),
    config: { initialBalance: ledger && { ...ledger.initialBalances }, autoRebalance: bot.autoRebalance },
    type: bot.type,
    active: bot.active,
    isRunning: isRunning(bot),
    state: shown,
    stopping: stoppingOf(bot),
    autoStartRequested: bot.active && shown === 'rebalancing',
    startDate: bot.firstStartedAt?.toISOString() ?? null,
    runningSince: phase.kind === 'running' ? phase.since.toISOString() : null,
    expectedRateOfReturn: reward,
    ammRewardPerTrade: reward,
    botCourse: bot.courseId,
    autoActivation: bot.autoActivation,
    postOnly: bot.postOnly,
    apiKey: apiKey ?? bot.keyLastFour,
    hasSecret: bot.keyLastFour !== '',
    hasPassphrase: bot.hasPassphrase,
    errorMessages: messagesReply(bot.messages, language),
    warnings: warningsOf(bot.warnings),
    balances: ledger && { ...ledger.balances },
    basisPoint: bot.basisPoint,
    ...rateOf(bot, now),
    executionCount: bot.executionCount,
    lastFillAt: bot.lastFillAt?.toISOString() ?? null,
    openOrderCount: bot.openOrderCount,
    expectedOrderCount: phase.kind === 'running' ? orderCountOf(strategy) : 0,
    stopReceipt: phase.kind === 'stopped' && phase.receipt ? receiptReply(phase.receipt) : null,
    createdAt: bot.createdAt.toISOString(),
  };
}

/** The yearly rate as it is now; that of a stopped bot stands still. */
export function rateOf(
  { ledger, phase, executionCount, timeScale }: Pick<BotRow, 'ledger' | 'phase' | 'executionCount' | 'timeScale'>,
  now: Date,
): Pick<BotReply, 'annualRate' | 'isAnnualRateProvisional'> {
  const query = { runningMs: runningTime({ phase, ranMs: ledger?.ranMs ?? 0 }, now), timeScale };
  const growth = ledger && executionCount > 0 ? ledger.growth : null;
  return { annualRate: annualRate({ ...query, growth }), isAnnualRateProvisional: isProvisionalRate(query) };
}

function stoppingOf(bot: AnyBotRow): BotReply['stopping'] {
  const forcibleAt = stopForcibleAt(bot);
  return forcibleAt && { forcibleAt: forcibleAt.toISOString(), forcedAt: bot.forcedAt?.toISOString() ?? null };
}

/** What is told of why it stopped, or was not started; oldest first. */
export const messagesReply = (messages: readonly BotError[], language: Language): BotReply['errorMessages'] =>
  messages.map((message) => messageReply(message, language));

const messageReply = ({ code, facts, at }: BotError, language: Language): BotReply['errorMessages'][number] => ({
  code,
  message: explained({ code, facts }, language),
  at: at.toISOString(),
});

function warningsOf(rows: readonly Reason[]): BotWarning[] {
  const found = new Set(rows.map(({ code }) => warningOf(code as CheckCode)));
  return botWarnings.filter((warning) => found.has(warning) || rows.some(({ code }) => code === warning));
}
