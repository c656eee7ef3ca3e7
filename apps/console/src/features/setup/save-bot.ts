import { createBot, updateBot } from '@tenbin/contract';
import { deltaOfWidth } from '@tenbin/strategy';
import { client } from '../../app/client.ts';
import type { BotView } from '../../bots/bot-view.ts';
import { parseWidth } from '../../bots/width.ts';
import type { SetupDraft } from './draft.ts';

/**
 * Creates the bot, or changes it.
 *
 * @throws as a call
 */
export async function saveBot(draft: SetupDraft, bot: BotView | null): Promise<void> {
  const settings = {
    name: draft.name,
    pairs: [...draft.pairs],
    delta: deltaOfWidth(parseWidth(draft.width) ?? Number.NaN),
    autoRebalance: draft.autoRebalance,
    autoActivation: draft.autoRebalance,
    postOnly: draft.postOnly,
  };
  const credentials = { apiKey: draft.apiKey, secret: draft.secret, ...(draft.passPhrase && { passPhrase: draft.passPhrase }) };
  if (bot) {
    const newKey = draft.apiKey ? { ...credentials, password: draft.password } : {};
    await client.call(updateBot, { params: { id: bot.id }, body: { ...settings, ...newKey } });
    return;
  }
  await client.call(createBot, { body: { ...settings, ...credentials, exchangeId: draft.exchangeId } });
}

/** The fields of a refusal, by their names on the wire, and the step they belong to. */
export const stepOfField: Readonly<Record<string, { readonly step: number; readonly field: keyof SetupDraft }>> = {
  name: { step: 0, field: 'name' },
  apiKey: { step: 0, field: 'apiKey' },
  secret: { step: 0, field: 'secret' },
  passPhrase: { step: 0, field: 'passPhrase' },
  password: { step: 0, field: 'password' },
  pairs: { step: 1, field: 'pairs' },
  delta: { step: 2, field: 'width' },
  messageOfMinValue: { step: 2, field: 'width' },
  messageOfOutOfConfigurePrice: { step: 2, field: 'width' },
};
