import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type App, useClient, useLive } from '@tenbin/app-kit';
import type { BotView } from '@tenbin/bot-views';
import { OfflineError, startBot, stopBot } from '@tenbin/contract';
import { useFailureToast, useToast } from '@tenbin/ui';
import { useEffect, useRef } from 'react';
import { useText } from '../app/text.ts';
import { type SwitchAction, switchKey } from './switched-bots.ts';
import { botsQuery } from './use-bots.ts';

const settleMs = 1000;
const stopTimeoutMs = 60_000;

/** Starts and stops a bot. What is shown changes at once, and is corrected by what the server says afterwards. */
export function useBotSwitch(bot: BotView) {
  const client = useClient();
  const text = useText('bots');
  const failed = useFailureToast();
  const toast = useToast();
  const queries = useQueryClient();
  const toggle = useMutation({
    mutationKey: switchKey(bot.id),
    mutationFn: (action: SwitchAction) => client.call(action === 'start' ? startBot : stopBot, { params: { id: bot.id } }),
    onSuccess: async (_, action) => {
      // A read that began earlier may know nothing of it.
      await queries.invalidateQueries({ queryKey: botsQuery.queryKey });
      toast('success', text(action === 'start' ? 'startAsked' : 'stopAsked', { name: bot.name }));
    },
    onError: (error) => {
      failed(error);
      void queries.invalidateQueries({ queryKey: botsQuery.queryKey });
    },
  });
  const live = useLive();
  const wasLive = useRef(live);
  const { error, reset } = toggle;
  useEffect(() => {
    const isBack = live && !wasLive.current;
    wasLive.current = live;
    // That the server cannot be reached is not true any more.
    if (isBack && error instanceof OfflineError) reset();
  }, [live, error, reset]);
  return toggle;
}

/**
 * Stops a bot and waits until the exchange has confirmed it.
 *
 * @param signal - ends the waiting
 * @returns false when it was not waited for, or that takes longer than a minute; the bot keeps stopping
 * @throws as a call
 */
export async function stopAndWait({ client, queries }: Pick<App, 'client' | 'queries'>, id: string, signal: AbortSignal): Promise<boolean> {
  await client.call(stopBot, { params: { id } });
  const giveUpAt = Date.now() + stopTimeoutMs;
  while (Date.now() < giveUpAt && !signal.aborted) {
    const bots = await queries.fetchQuery({ ...botsQuery, staleTime: 0 });
    const bot = bots.find((one) => one.id === id);
    if (!bot || bot.state === 'stopped') return !signal.aborted;
    await new Promise((resolve) => setTimeout(resolve, settleMs));
  }
  return false;
}
