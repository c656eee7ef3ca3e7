import { type ConsistencyFix, fixConsistencies, type Inconsistency, listConsistencies } from '@tenbin/contract';
import type { Difference } from '@tenbin/engine';
import { noteLook } from '../../audit/note-look.ts';
import { type Implementation, implementForOperator } from '../../route/implement.ts';
import { eachPlace } from './each-place.ts';
import { fixBot } from './fix-bot.ts';
import { atExchange, compareAt, type PlacedBot } from './stored-place.ts';
import { compareWallet, fixWallet } from './wallet-of-accounts.ts';

const reply = ({ row, organizationId }: PlacedBot, { remedy: _, since, ...difference }: Difference): Inconsistency => ({
  ...difference,
  botId: row.id,
  exchangeAccountId: row.exchangeAccountId,
  organization: organizationId,
  since: since.toISOString(),
});

const handleList = implementForOperator(listConsistencies, async ({ actor, deps, caller, audit }) => {
  noteLook({}, { actor, audit, deps, at: 'consistencies' });
  const asking = { actor, deps };
  const { asked, results, unasked } = await eachPlace<Inconsistency>(
    { deps, language: caller.language, ids: null, atOnce: 4 },
    {
      bot: (bot) =>
        atExchange({ organizationId: bot.organizationId, exchangeAccountId: bot.row.exchangeAccountId }, asking, async (account) =>
          (await compareAt(account, bot, { deps })).differences.map((difference) => reply(bot, difference)),
        ),
      wallet: (exchangeAccountId) => compareWallet(exchangeAccountId, asking),
    },
  );
  return { at: deps.clock.now().toISOString(), asked, differences: [...results], unasked: [...unasked] };
});

const handleFix = implementForOperator(fixConsistencies, async ({ body, actor, deps, caller, audit }) => {
  const { botIds = null, cancelUnknown, dryRun } = body;
  audit.add({ cancelUnknown, dryRun });
  const { asked, results, unasked } = await eachPlace<ConsistencyFix['done'][number]>(
    { deps, language: caller.language, ids: botIds, atOnce: 1 },
    {
      bot: async (bot) =>
        (await fixBot(bot, { actor, deps, audit, cancelUnknown, dryRun })).map(({ difference, outcome }) => ({
          ...reply(bot, difference),
          outcome,
        })),
      wallet: (exchangeAccountId) => fixWallet(exchangeAccountId, { actor, deps, audit, dryRun }),
    },
  );
  return { at: deps.clock.now().toISOString(), dryRun, asked, done: [...results], unasked: [...unasked] };
});

export const consistencyCalls: readonly Implementation[] = [handleList, handleFix];
