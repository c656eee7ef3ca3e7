import { startVirtualBot, stopVirtualBot } from '@tenbin/contract';
import type { StrategySettings } from '@tenbin/strategy';
import { requireOffered } from '../../exchange-access/require-exchange.ts';
import type { Implementation } from '../../route/implement.ts';
import { implementOnce } from '../../route/implement-once.ts';
import { invalidField } from '../../route/refusal.ts';
import { findPlatformExchange, requireAccount } from './find-account.ts';
import { accountReply } from './reply.ts';
import { startVirtualAccountBot, stopVirtualAccountBot } from './run-virtual-bot.ts';

const isMeant = ({ kind }: StrategySettings) => kind === 'balancing';

const handleStart = implementOnce(startVirtualBot, {
  async prepare({ body, deps }) {
    if (body.pairs === undefined) return;
    const exchange = await findPlatformExchange(deps, body.exchangeName);
    requireOffered(body.pairs, await deps.exchanges.fetchMarkets(exchange));
  },
  async act(within, { body, deps, audit, actor }) {
    const { account, exchange } = await requireAccount(within, body);
    const known = (await within.bots.listOfSubAccount(account.id)).map(({ strategy }) => strategy).find(isMeant);
    const before = known?.kind === 'balancing' ? known : undefined;
    const [pairs, delta] = [body.pairs ?? before?.pairs, body.delta ?? before?.delta];
    if (pairs === undefined) throw invalidField('pairs');
    if (delta === undefined) throw invalidField('delta');
    const isAsBefore = body.pairs === undefined && body.delta === undefined;
    const strategy = isAsBefore ? null : ({ kind: 'balancing', pairs, delta } as const);
    const bot = await startVirtualAccountBot(within, { account, isMeant, strategy, by: actor.operatorId }, deps);
    audit.add({ virtualAccountId: account.id, botId: bot.id, pairs: pairs.join(), delta });
    return accountReply(within, account, { exchangeName: exchange.name });
  },
});

const handleStop = implementOnce(stopVirtualBot, {
  async act(within, { body, deps, audit, actor }) {
    const { account, exchange } = await requireAccount(within, body);
    const bot = await stopVirtualAccountBot(within, { account, isMeant, by: actor.operatorId }, deps);
    audit.add({ virtualAccountId: account.id, botId: bot.id });
    return accountReply(within, account, { exchangeName: exchange.name });
  },
});

export const balancingBotCalls: readonly Implementation[] = [handleStart, handleStop];
