import { fixConsistencies, type Inconsistency, listConsistencies } from '@tenbin/contract';
import type { Difference } from '@tenbin/engine';
import { noteLook } from '../../audit/note-look.ts';
import { type Implementation, implementForOperator } from '../../route/implement.ts';
import { eachBot } from './each-bot.ts';
import { fixBot } from './fix-bot.ts';
import { atExchange, compareAt, type PlacedBot } from './stored-place.ts';

const reply = ({ row, organizationId }: PlacedBot, { remedy: _, since, ...difference }: Difference): Inconsistency => ({
  ...difference,
  botId: row.id,
  exchangeAccountId: row.exchangeAccountId,
  organization: organizationId,
  since: since.toISOString(),
});

const handleList = implementForOperator(listConsistencies, async ({ actor, deps, caller, audit }) => {
  noteLook({}, { actor, audit, deps, at: 'consistencies' });
  const { asked, results, unasked } = await eachBot({ deps, language: caller.language, ids: null, atOnce: 4 }, (bot) =>
    atExchange({ organizationId: bot.organizationId, exchangeAccountId: bot.row.exchangeAccountId }, { actor, deps }, async (account) =>
      (await compareAt(account, bot, { deps })).differences.map((difference) => reply(bot, difference)),
    ),
  );
  return { at: deps.clock.now().toISOString(), asked, differences: [...results], unasked: [...unasked] };
});

const handleFix = implementForOperator(fixConsistencies, async ({ body, actor, deps, caller, audit }) => {
  const { botIds = null, cancelUnknown, dryRun } = body;
  audit.add({ cancelUnknown, dryRun });
  const { asked, results, unasked } = await eachBot({ deps, language: caller.language, ids: botIds, atOnce: 1 }, async (bot) =>
    (await fixBot(bot, { actor, deps, audit, cancelUnknown, dryRun })).map(({ difference, outcome }) => ({
      ...reply(bot, difference),
      outcome,
    })),
  );
  return { at: deps.clock.now().toISOString(), dryRun, asked, done: [...results], unasked: [...unasked] };
});

export const consistencyCalls: readonly Implementation[] = [handleList, handleFix];
