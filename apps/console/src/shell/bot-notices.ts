import { useQuery } from '@tanstack/react-query';
import type { BotView } from '@tenbin/bot-views';
import { useNotify } from '@tenbin/ui';
import { useEffect, useRef } from 'react';
import { useText } from '../app/text.ts';
import { botsQuery } from '../bots/use-bots.ts';
import { bannerOf } from './banners-of.ts';

/** What happened to a bot while nobody did anything. */
type BotNotice =
  | { readonly kind: 'failed'; readonly bot: BotView; readonly error: BotView['errorMessages'][number] }
  | { readonly kind: 'autoStarted'; readonly bot: BotView };

/** @param before - the same bots as they were last seen; of a bot that was not there yet nothing is told */
const noticesOf = (before: readonly BotView[], now: readonly BotView[]): BotNotice[] =>
  now.flatMap((bot) => {
    const old = before.find(({ id }) => id === bot.id);
    if (!old) return [];
    const errors = bot.errorMessages.filter(({ at, code }) => !old.errorMessages.some((known) => known.at === at && known.code === code));
    return [
      ...errors.map((error) => ({ kind: 'failed' as const, bot, error })),
      ...(old.autoStartRequested && !bot.autoStartRequested && bot.active ? [{ kind: 'autoStarted' as const, bot }] : []),
    ];
  });

/** Tells at the bell what happens to the user's bots, on whichever page they are. */
export function BotNotices() {
  const text = useText('banners');
  const notify = useNotify();
  const bots = useQuery(botsQuery).data;
  const before = useRef(bots);
  useEffect(() => {
    if (bots === undefined) return;
    for (const notice of noticesOf(before.current ?? bots, bots)) {
      const { name } = notice.bot;
      if (notice.kind === 'autoStarted') notify('success', text('autoStarted', { name }), 'toolbar');
      else notify('error', `${text(bannerOf(notice.bot, notice.error).kind, { name })} — ${notice.error.message}`, 'toolbar');
    }
    before.current = bots;
  }, [bots, notify, text]);
  return null;
}
