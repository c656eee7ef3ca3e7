import type { BotView } from '@tenbin/bot-views';
import type { createBot, RouteInput, updateBot } from '@tenbin/contract';
import { deltaOfWidth, isOrderWidth } from '@tenbin/strategy';
import { parseNumber } from '@tenbin/ui';
import type { SetupDraft } from './draft.ts';

interface Saved {
  /** Null: a new one. */
  readonly bot: BotView | null;
  /** Where it does not, what the bot was set to before stays stored. */
  readonly offersRebalance: boolean;
}

/** What a draft says, as the call that saves it takes it: `createBot`, or `updateBot` where there is a bot. */
export function callOf(draft: SetupDraft, { bot, offersRebalance }: Saved): RouteInput<typeof createBot | typeof updateBot> {
  const width = parseNumber(draft.width);
  const settings = {
    name: draft.name,
    pairs: [...draft.pairs],
    ...(draft.courseId && { botCourseId: draft.courseId }),
    ...(width !== null && isOrderWidth(width) && { delta: deltaOfWidth(width) }),
    ...(offersRebalance && { autoRebalance: draft.autoRebalance, autoActivation: draft.autoRebalance }),
    postOnly: draft.postOnly,
  };
  const credentials = draft.accountId
    ? { exchangeAccountId: draft.accountId }
    : { apiKey: draft.apiKey, secret: draft.secret, ...(draft.passPhrase && { passPhrase: draft.passPhrase }) };
  if (!bot)
    return {
      body: { ...settings, ...credentials, exchangeId: draft.exchangeId, ...(draft.password && { password: draft.password }) },
    } as RouteInput<typeof createBot | typeof updateBot>;
  const newKey = draft.apiKey || draft.accountId ? { ...credentials, password: draft.password } : {};
  return { params: { id: bot.id }, body: { ...settings, ...newKey } } as RouteInput<typeof createBot | typeof updateBot>;
}

/** Fields that are called otherwise on the wire. */
export const fieldOf: Readonly<Record<string, keyof SetupDraft>> = {
  delta: 'width',
  messageOfMinValue: 'width',
  messageOfOutOfConfigurePrice: 'width',
};
