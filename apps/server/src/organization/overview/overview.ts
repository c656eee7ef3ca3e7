import { mayDo } from '@tenbin/accounts';
import { lastMonths, sumYen } from '@tenbin/billing';
import { getOverview, keyEndsSoonDays } from '@tenbin/contract';
import { botQueryOf } from '../../bots/listed-bot.ts';
import type { ServerContext } from '../../context.ts';
import type { Administrator } from '../../route/caller.ts';
import { implementForAdministrator } from '../../route/implement.ts';
import { queryMoment } from '../../users/listed-user.ts';

const faultsWithinHours = 24;

/** Every figure that leads to a list is what that list's own count finds. */
export const handleGetOverview = implementForAdministrator(getOverview, async ({ actor, deps }) => {
  const { organization, organizationId, session } = actor;
  const moment = await queryMoment(organizationId, deps);
  const { now } = moment;
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
  const { userFigures, userDirectory, botList } = organization;
  const [totals, volumes, revenue, standing, faultedBots, endingKeys, failedPayments, flaggedUsers, bouncingUsers] = await Promise.all([
    userFigures.totals({ ...moment, since: month }),
    userFigures.monthVolumes(now),
    session.role !== null && mayDo(session.role, 'money') ? revenueOf(actor, deps) : null,
    botList.countByStanding(),
    botList.count(botQueryOf({ cause: 'fault', stoppedWithinHours: faultsWithinHours }, now)),
    botList.count(botQueryOf({ keyEndsWithinDays: keyEndsSoonDays }, now)),
    userDirectory.count({ isPaymentMissing: true }, moment),
    userDirectory.count({ isFlagged: true }, moment),
    userDirectory.count({ isBouncing: true, isBanned: false }, moment),
  ]);
  const countOf = (asked: (typeof standing)[number]['standing']) =>
    standing.reduce((total, row) => (row.standing === asked ? total + row.count : total), 0);
  const { added: newThisMonth, ...users } = totals;
  return {
    users: { ...users, newThisMonth },
    volume: { thisMonth: Number(volumes.present), lastMonth: Number(volumes.last) },
    revenue,
    bots: {
      running: countOf('running'),
      stopped: countOf('stopped'),
      between: countOf('between'),
      byCause: standing
        .filter((row) => row.standing === 'stopped')
        .map(({ cause, count }) => ({ cause, count }))
        .sort((a, b) => b.count - a.count),
    },
    attention: { failedPayments, faultedBots, flaggedUsers, bouncingUsers, endingKeys },
  };
});

async function revenueOf({ organization, organizationId }: Administrator, { organizations, clock }: ServerContext) {
  const { timeZone } = (await organizations.require(organizationId)).settings;
  const named = lastMonths(12, clock.now(), timeZone);
  const rows = await organization.payments.revenue(timeZone, named[0]);
  const totalOf = (month: string) => sumYen(rows.filter((row) => row.month === month).map(({ total }) => total));
  const months = named.map((month) => ({ month, total: totalOf(month) }));
  return { thisMonth: months.at(-1)?.total ?? 0, lastMonth: months.at(-2)?.total ?? 0, months };
}
