import type { Language } from '@tenbin/accounts';
import type { Rebalance as RebalanceReply } from '@tenbin/contract';
import type { Rebalance } from '@tenbin/db';
import type { Balances } from '@tenbin/market';
import { explained } from '@tenbin/messages';
import { serviceFeesOf } from '@tenbin/strategy';

/** What was given away of each currency, and what that costs. */
export function turnoverReply(turnover: Balances, percents: Readonly<Record<string, number>>): RebalanceReply['turnover'] {
  const fees = serviceFeesOf(turnover, percents);
  return Object.entries(turnover).map(([currency, amount]) => ({
    currency,
    amount,
    feePercent: percents[currency] ?? 0,
    serviceFee: fees[currency] ?? '0',
  }));
}

/** A rebalance as the API shows it. */
export function rebalanceReply(rebalance: Rebalance, language: Language): RebalanceReply {
  const { id, botId, botName, exchangeId, exchangeName, status, startsBot, orders, balancesBefore, balancesAfter } = rebalance;
  const { turnover, feePercents, reason, facts, askedAt, endedAt } = rebalance;
  return {
    _id: id,
    bot: { _id: botId, name: botName },
    exchange: { _id: exchangeId, name: exchangeName },
    status,
    autoActivation: startsBot,
    orders: orders.map((order) => ({ ...order })),
    balanceBefore: balancesBefore && { ...balancesBefore },
    rebalancedBalance: balancesAfter && { ...balancesAfter },
    turnover: turnoverReply(turnover, feePercents),
    failure: reason === null ? null : { code: reason, message: explained({ code: reason, facts }, language) },
    askedAt: askedAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  };
}
