import { type ConsistencyFix, fixConsistencies, type Inconsistency, listConsistencies } from '@tenbin/contract';
import type { Difference } from '@tenbin/engine';
import { auditRead } from '../../audit/audit-read.ts';
import { type Implementation, implementForOperator } from '../../route/implement.ts';
import { eachPlace } from './each-place.ts';
import { fixBot } from './fix-bot.ts';
import { keyChanged, unlessKeyRefused } from './key-changed.ts';
import { atExchange, compareAt, type PlacedBot } from './stored-place.ts';
import { compareWallet, fixWallet } from './wallet-of-accounts.ts';

const reply = ({ row, organizationId }: PlacedBot, { remedy: _, since, ...difference }: Difference): Inconsistency => ({
  ...difference,
  botId: row.id,
  exchangeAccountId: row.exchangeAccountId,
  organization: organizationId,
  since: since.toISOString(),
});

const handleList = implementForOperator(listConsistencies, async ({ query, actor, deps, caller, audit }) => {
  const { organizationId = null, cursor = null } = query;
  auditRead({}, { actor, audit, deps, at: 'consistencies' });
  const asking = { actor, deps };
  const compare = (bot: PlacedBot) =>
    atExchange(
      { organizationId: bot.organizationId, exchangeAccountId: bot.row.exchangeAccountId },
      asking,
      async (account) => (await compareAt(account, bot, { deps })).differences,
    );
  const { results, ...visited } = await eachPlace<Inconsistency>(
    { deps, language: caller.language, among: { botIds: null, exchangeAccountIds: null, organizationId, cursor }, atOnce: 4 },
    {
      bot: async (bot) => {
        const differences = (await unlessKeyRefused(() => compare(bot))) ?? [keyChanged(deps.clock.now())];
        return differences.map((difference) => reply(bot, difference));
      },
      wallet: (exchangeAccountId) => compareWallet(exchangeAccountId, asking),
    },
  );
  return { ...visited, at: deps.clock.now().toISOString(), differences: [...results], unasked: [...visited.unasked] };
});

const handleFix = implementForOperator(fixConsistencies, async ({ body, actor, deps, caller, audit }) => {
  const { botIds = null, exchangeAccountIds = null, organizationId = null, cursor = null, cancelUnknown, dryRun } = body;
  audit.add({ cancelUnknown, dryRun });
  const { results, ...visited } = await eachPlace<ConsistencyFix['done'][number]>(
    { deps, language: caller.language, among: { botIds, exchangeAccountIds, organizationId, cursor }, atOnce: 1 },
    {
      bot: async (bot) =>
        (await fixBot(bot, { actor, deps, audit, cancelUnknown, dryRun })).map(({ difference, outcome }) => ({
          ...reply(bot, difference),
          outcome,
        })),
      wallet: (exchangeAccountId) => fixWallet(exchangeAccountId, { actor, deps, audit, dryRun }),
    },
  );
  return { ...visited, at: deps.clock.now().toISOString(), dryRun, done: [...results], unasked: [...visited.unasked] };
});

export const consistencyCalls: readonly Implementation[] = [handleList, handleFix];
