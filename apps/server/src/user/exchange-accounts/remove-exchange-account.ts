import { lifecycleOf } from '@tenbin/bots';
import { removeExchangeAccount } from '@tenbin/contract';
import { requireOwnAccount } from '../../exchange-accounts/credentials.ts';
import { mailerOfOrganization } from '../../mails/mailer.ts';
import { requireOwnPassword } from '../../passwords/require-own-password.ts';
import { implement } from '../../route/implement.ts';
import { Refusal } from '../../route/refusal.ts';

export const handleRemoveExchangeAccount = implement(removeExchangeAccount, async ({ params, body, actor, deps, caller, audit }) => {
  const { userId, organizationId } = actor;
  const account = await requireOwnAccount(params.id, actor);
  if (!body.password) throw new Refusal('passwordRequired');
  const user = await requireOwnPassword(body.password, { actor, deps, caller });
  const exchange = await deps.database.platform.exchanges.find(account.exchangeId);
  if (!exchange) throw new Refusal('exchangeNotFound');
  const mail = await mailerOfOrganization(organizationId, deps);
  await actor.organization.transaction(async (within) => {
    const { exchangeAccounts, bots } = within;
    if (!(await within.users.lock(user))) throw new Refusal('wrongPassword');
    const at = deps.clock.now();
    if ((await exchangeAccounts.withdrawKeys(userId, at, { accountId: account.id })) === 0) throw new Refusal('exchangeAccountNotFound');
    const running = (await bots.listOfAccount(account.id)).filter((bot) => lifecycleOf(bot).refused.change !== null);
    if (running.length > 0) throw new Refusal('apiKeyOfRunningBot', { facts: { bots: running.map(({ name }) => name).join(', ') } });
    await exchangeAccounts.eraseWithdrawn();
    await mail(within, user, (urlOf, _at, notMeUrl) => ({
      template: 'apiKeyChanged',
      change: 'removed',
      exchangeName: exchange.name,
      keyEnding: account.keyLastFour,
      at,
      url: urlOf('/account/exchanges'),
      notMeUrl: notMeUrl(),
    }));
  });
  audit.add({ exchangeAccountId: account.id, key: 'removed' });
  return { success: true };
});
