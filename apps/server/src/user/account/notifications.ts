import { mailTopics } from '@tenbin/accounts';
import { getNotifications, type RouteReply, updateNotifications } from '@tenbin/contract';
import type { User } from '@tenbin/db';
import { implement } from '../../route/implement.ts';

export const handleGetNotifications = implement(getNotifications, async ({ actor: { organization, userId } }) =>
  notificationsReply(await organization.users.require(userId)),
);

export const handleUpdateNotifications = implement(updateNotifications, async ({ body, actor: { organization, userId } }) => {
  const user = await organization.transaction(async ({ users }) => {
    let latest = await users.require(userId);
    for (const topic of mailTopics) {
      const isWanted = body[topic];
      if (isWanted !== undefined) latest = await users.setMailWanted(userId, topic, isWanted);
    }
    return latest;
  });
  return notificationsReply(user);
});

/** What they want to be mailed of. */
export function notificationsReply({ mutedMails }: User): RouteReply<typeof getNotifications> {
  const isWanted = (topic: User['mutedMails'][number]) => !mutedMails.includes(topic);
  return {
    botStops: isWanted('botStops'),
    rebalances: isWanted('rebalances'),
    tradingVolume: isWanted('tradingVolume'),
    news: isWanted('news'),
  };
}
