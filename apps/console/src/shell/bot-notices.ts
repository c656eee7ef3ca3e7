import { useQuery } from '@tanstack/react-query';
import type { BotView } from '@tenbin/bot-views';
import { useFoundNotice, useNotify } from '@tenbin/ui';
import { useEffect, useRef } from 'react';
import { useText } from '../app/text.ts';
import { botsQuery } from '../bots/use-bots.ts';
import { bannerOf } from './banners-of.ts';

interface Failed {
  readonly kind: 'failed';
  readonly bot: BotView;
  readonly error: BotView['errorMessages'][number];
}

/** What happened to a bot while nobody did anything. */
type BotNotice = Failed | { readonly kind: 'autoStarted'; readonly bot: BotView };

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

/** What bots still say of what went wrong, oldest first. */
const failuresOf = (bots: readonly BotView[]): Failed[] =>
  bots.flatMap((bot) => bot.errorMessages.map((error) => ({ kind: 'failed', bot, error })));

const keyOf = ({ bot, error }: Failed): string => `${bot.id} ${error.code} ${error.at}`;

/** Tells at the bell what happens to the user's bots, on whichever page they are. */
export function BotNotices() {
  const text = useText('banners');
  const notify = useNotify();
  const bots = useQuery(botsQuery).data;
  const find = useFoundNotice();
  const before = useRef<readonly BotView[] | undefined>(undefined);
  useEffect(() => {
    if (bots === undefined) return;
    const says = ({ bot, error }: Failed) => `${text(bannerOf(bot, error).kind, { name: bot.name })} – ${error.message}`;
    if (before.current === undefined)
      for (const failed of failuresOf(bots)) find('error', says(failed), { at: Date.parse(failed.error.at), key: keyOf(failed) });
    for (const notice of noticesOf(before.current ?? bots, bots)) {
      if (notice.kind === 'autoStarted') notify('success', text('autoStarted', { name: notice.bot.name }), 'toolbar');
      else notify('error', says(notice), 'toolbar', keyOf(notice));
    }
    before.current = bots;
  }, [bots, notify, find, text]);
  return null;
}
