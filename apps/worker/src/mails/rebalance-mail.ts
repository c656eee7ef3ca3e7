import { type Balances, isPositive, roundDecimal } from '@tenbin/market';
import { serviceFeesOf } from '@tenbin/strategy';
import type { WriteMail } from './user-mails.ts';

/** Says how a rebalance ended. */
export const rebalanceMail =
  (rebalanceId: string): WriteMail =>
  async ({ organization, urlOf }) => {
    const rebalance = await organization.rebalances.find(rebalanceId);
    if (!rebalance) return null;
    const { botId, botName, exchangeName, userId, balancesAfter, turnover, feePercents, status, reason, facts } = rebalance;
    const bot = await organization.bots.find(botId);
    return {
      userId,
      mail: {
        template: 'rebalanceEnded',
        botName,
        exchangeName,
        failure: status === 'completed' ? null : { code: reason ?? 'rebalanceFailed', facts },
        startsBot: bot?.active ?? false,
        balances: amountsOf(balancesAfter ?? {}),
        serviceFees: amountsOf(serviceFeesOf(turnover, feePercents)),
        url: urlOf(botId),
      },
    };
  };

const amountsOf = (amounts: Balances): string[] =>
  Object.entries(amounts).flatMap(([currency, amount]) => (isPositive(amount) ? [`${roundDecimal(amount, 8)} ${currency}`] : []));
