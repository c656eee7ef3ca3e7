import type { Language } from '@tenbin/accounts';
import {
  type BotError,
  type BotState,
  type BotWarning,
  botWarnings,
  isRunning,
  runningTime,
  stopForcibleAt,
  warningOf,
} from '@tenbin/bots';
import { type Bot as BotReply, faultMessage } from '@tenbin/contract';
import type { BotRow, BotWarningRow } from '@tenbin/db';
import { mayBeOpenWords, stopWords } from '@tenbin/mail';
import { currenciesOf } from '@tenbin/market';
import { annualRate, type CheckCode, isProvisionalRate, rewardPerTrade, widthOfDelta } from '@tenbin/strategy';
import { receiptReply } from '../receipt-reply.ts';
import { faultOfCode } from '../route/fault-of-error.ts';

interface Given {
  readonly language: Language;
  readonly isFreeOrganization: boolean;
  /** When it is looked at: the yearly rate is reckoned up to then. */
  readonly now: Date;
  /** The whole API key, for its owner who gave the password. */
  readonly apiKey?: string | undefined;
}

/** A bot as the API shows it. Its secrets are not in it. */
export function botReply(bot: BotRow, { language, isFreeOrganization, now, apiKey }: Given): BotReply {
  const { phase, ledger, exchangeId, exchangeName, timeScale } = bot;
  const reward = rewardPerTrade(widthOfDelta(bot.delta), currenciesOf(bot.pairs).length);
  return {
    _id: bot.id,
    user: bot.userId,
    name: bot.name,
    exchange: { _id: exchangeId, name: exchangeName, timeScale },
    pairs: [...bot.pairs],
    delta: bot.delta,
    config: { initialBalance: ledger && { ...ledger.initialBalances }, autoRebalance: bot.autoRebalance },
    type: bot.type,
    active: bot.active,
    isRunning: isRunning({ active: bot.active && bot.rebalanceId === null, isFreeOrganization, stopReasons: [] }),
    state: stateOf(bot),
    stopping: stoppingOf(bot),
    autoStartRequested: bot.active && stateOf(bot) === 'rebalancing',
    startDate: bot.firstStartedAt?.toISOString() ?? null,
    runningSince: phase.kind === 'running' ? phase.since.toISOString() : null,
    expectedRateOfReturn: reward,
    ammRewardPerTrade: reward,
    botCourse: bot.courseId,
    autoActivation: bot.autoActivation,
    postOnly: bot.postOnly,
    apiKey: apiKey ?? bot.keyLastFour,
    hasSecret: true,
    hasPassphrase: bot.hasPassphrase,
    errorMessages: bot.messages.map((message) => messageReply(message, language)),
    warnings: warningsOf(bot.warnings),
    balances: ledger && { ...ledger.balances },
    basisPoint: bot.basisPoint,
    ...rateOf(bot, now),
    executionCount: bot.executionCount,
    lastFillAt: bot.lastFillAt?.toISOString() ?? null,
    openOrderCount: bot.openOrderCount,
    expectedOrderCount: phase.kind === 'running' ? 2 * bot.pairs.length : 0,
    stopReceipt: phase.kind === 'stopped' && phase.receipt ? receiptReply(phase.receipt) : null,
    createdAt: bot.createdAt.toISOString(),
  };
}

/** The yearly rate as it is now; that of a stopped bot stands still. */
export function rateOf(
  { ledger, phase, executionCount, timeScale }: BotRow,
  now: Date,
): Pick<BotReply, 'annualRate' | 'isAnnualRateProvisional'> {
  const query = { runningMs: runningTime({ phase, ranMs: ledger?.ranMs ?? 0 }, now), timeScale };
  const growth = ledger && executionCount > 0 ? ledger.growth : null;
  return { annualRate: annualRate({ ...query, growth }), isAnnualRateProvisional: isProvisionalRate(query) };
}

/** A wish that the worker has not acted on yet already shows. */
function stateOf({ active, phase, rebalanceId }: BotRow): BotState['kind'] {
  if (phase.kind === 'rebalancing') return rebalanceId === null ? 'stopping' : 'rebalancing';
  if (phase.kind === 'stopped' && rebalanceId !== null) return 'rebalancing';
  if (active) return phase.kind === 'stopped' ? 'starting' : phase.kind;
  return phase.kind === 'stopped' ? 'stopped' : 'stopping';
}

function stoppingOf(bot: BotRow): BotReply['stopping'] {
  const forcibleAt = stopForcibleAt(bot);
  return forcibleAt && { forcibleAt: forcibleAt.toISOString(), forcedAt: bot.forcedAt?.toISOString() ?? null };
}

function messageReply({ code, facts, at }: BotError, language: Language): BotReply['errorMessages'][number] {
  const { what, next } = stopWords(code, language);
  const check = typeof facts.check === 'string' ? faultOfCode(facts.check) : null;
  const mayBeOpen = Array.isArray(facts.mayBeOpen) && facts.mayBeOpen.length > 0;
  // Which of a start's checks refused tells the user what to mend.
  const told = [what, ...(check ? [faultMessage(check, language, facts)] : []), next, ...(mayBeOpen ? [mayBeOpenWords[language]] : [])];
  return { code, message: told.join(language === 'ja' ? '' : ' '), at: at.toISOString() };
}

function warningsOf(rows: readonly BotWarningRow[]): BotWarning[] {
  const found = new Set(rows.map(({ code }) => warningOf(code as CheckCode)));
  return botWarnings.filter((warning) => found.has(warning) || rows.some(({ code }) => code === warning));
}
