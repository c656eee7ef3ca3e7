import { getOverview } from '@tenbin/contract';
import { implementForAdministrator } from '../../route/implement.ts';
import { queryMoment } from '../../users/listed-user.ts';

const dayMs = 86_400_000;

export const handleGetOverview = implementForAdministrator(getOverview, async ({ actor: { organization, organizationId }, deps }) => {
  const moment = await queryMoment(organizationId, deps);
  const { now } = moment;
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
  const { userFigures, userDirectory, botList } = organization;
  const [totals, volumes, standing, faultedBots, failedPayments, flaggedUsers, running] = await Promise.all([
    userFigures.totals({ ...moment, since: month }),
    userFigures.monthVolumes(now),
    botList.countByStanding(),
    botList.count({ cause: 'fault', stoppedFrom: new Date(now.getTime() - dayMs) }),
    userFigures.countPaymentFailed(),
    userDirectory.count({ isFlagged: true }, moment),
    botList.count({ isRunning: true }),
  ]);
  const sum = (counts: readonly { readonly count: number }[]) => counts.reduce((total, { count }) => total + count, 0);
  const stopped = standing.filter(({ state }) => state === 'stopped');
  const { added: newThisMonth, ...users } = totals;
  return {
    users: { ...users, newThisMonth },
    volume: { thisMonth: Number(volumes.present), lastMonth: Number(volumes.last) },
    bots: {
      running,
      stopped: sum(stopped),
      between: Math.max(0, sum(standing) - sum(stopped) - running),
      byCause: stopped.map(({ cause, count }) => ({ cause, count })).sort((a, b) => b.count - a.count),
    },
    attention: { failedPayments, faultedBots, flaggedUsers },
  };
});
