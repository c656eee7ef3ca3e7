import type { Rebalance } from '@tenbin/db';
import { type Balances, isPositive, roundDecimal } from '@tenbin/market';
import { serviceFeesOf } from '@tenbin/strategy';
import type { WriteMail } from './user-mails.ts';

/** Says how a rebalance ended. */
export const rebalanceMail =
  (rebalanceId: string): WriteMail =>
  async ({ organization, urlOf }) => {
    const rebalance = await organization.rebalances.find(rebalanceId);
    if (!rebalance) return null;
    const { botId, botName, exchangeName, userId, balancesAfter, turnover, feePercents } = rebalance;
    const bot = await organization.bots.find(botId);
    return {
      userId,
      mail: {
        template: 'rebalanceEnded',
        botName,
        exchangeName,
        failure: failureOf(rebalance),
        startsBot: bot?.active ?? false,
        balances: amountsOf(balancesAfter ?? {}),
        serviceFees: amountsOf(serviceFeesOf(turnover, feePercents)),
        url: urlOf(botId),
      },
    };
  };

function failureOf({ status, reason, facts }: Rebalance) {
  if (status === 'completed') return null;
  const named = (fact: unknown) => (typeof fact === 'string' ? fact : '');
  return { code: reason ?? 'internal', currency: named(facts.currency), other: named(facts.other) };
}

const amountsOf = (amounts: Balances): string[] =>
  Object.entries(amounts).flatMap(([currency, amount]) => (isPositive(amount) ? [`${roundDecimal(amount, 8)} ${currency}`] : []));
