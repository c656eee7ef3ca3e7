import type { BotView } from '@tenbin/bot-views';
import type { Mapped, User } from '@tenbin/contract';
import type { accountBanners, botBanners } from './banner-kinds.ts';

type ErrorMessage = BotView['errorMessages'][number];

/** What somebody has to know and do, wherever they are. */
export type Banner =
  | { readonly kind: (typeof accountBanners)[number] }
  | {
      readonly kind: (typeof botBanners)[number];
      readonly bot: BotView;
      /** Why, in the reader's language. */
      readonly message: string;
    };

type BotBanner = Extract<Banner, { readonly bot: BotView }>['kind'];

const kindOfCode: Readonly<Record<string, BotBanner>> = {
  rebalanceFailed: 'autoRebalanceFailed',
  invalidApiKey: 'orderPermission',
  invalidSecret: 'orderPermission',
  invalidPassphrase: 'orderPermission',
  keyRefused: 'orderPermission',
  withdrawalRight: 'orderPermission',
  transferRight: 'orderPermission',
  amountTooSmall: 'orderAmountOrRange',
  amountTooLarge: 'orderAmountOrRange',
  priceOutOfRange: 'orderAmountOrRange',
  valueTooSmall: 'orderBelowMinimum',
};

/**
 * Of the plan first, since no bot runs without it; then of each bot that does not run, by the last that it said.
 *
 * @param given - `isNearLimit`: most of the plan's trading volume is used
 */
export function bannersOf(
  { isPaid, isAffiliate, subscription }: Pick<Mapped<User>, 'isPaid' | 'isAffiliate' | 'subscription'>,
  { bots, isNearLimit }: { bots: readonly BotView[]; isNearLimit: boolean },
): Banner[] {
  const reasons = new Set(subscription?.botStopReasons);
  if (isAffiliate) return [];
  if (reasons.has('BY_PAYMENT_FAILED')) return [{ kind: 'paymentFailed' }];
  // Bots run on until the provider's next try fails as well: what holds them, or what they say, is told beside it.
  const ofPayment: Banner[] = subscription?.status === 'paymentFailed' ? [{ kind: 'paymentTriedAgain' }] : [];
  if (reasons.has('BY_TRADING_VOLUME_LIMIT')) return [...ofPayment, { kind: 'tradingVolumeLimitReached' }];
  if (!isPaid) return [{ kind: 'paymentRequired' }];
  if (bots.length === 0) return [...ofPayment, { kind: 'botSetupRequired' }];
  const ofBots = bots.flatMap((bot) => {
    const last = bot.active ? undefined : bot.errorMessages.at(-1);
    // A bot that was stopped by hand later does not stand still for that.
    return last && (bot.stopReceipt === null || last.at >= bot.stopReceipt.askedAt) ? [bannerOf(bot, last)] : [];
  });
  return [...ofPayment, ...(isNearLimit ? [{ kind: 'tradingVolumeNearLimit' } as const] : []), ...ofBots];
}

/** What a bot's last message says of it. */
export const bannerOf = (bot: BotView, { code, message }: ErrorMessage): Extract<Banner, { readonly bot: BotView }> => ({
  kind: kindOfCode[code] ?? 'botStopped',
  bot,
  message,
});

/** Where what a banner asks for is done. */
export function placeOf(banner: Banner): string {
  if ('bot' in banner) return `/bots/${banner.bot.id}`;
  return banner.kind === 'botSetupRequired' ? '/bots/new' : '/plan';
}

/** Whether a page says and offers the same itself. */
export function saysItself(path: string, banner: Banner): boolean {
  const at = path.replace(/\/$/, '');
  if ('bot' in banner) return at === '' || at === '/bots' || at.startsWith(placeOf(banner));
  if (banner.kind === 'botSetupRequired') return ['', '/history'].includes(at) || at.startsWith('/bots');
  return at.startsWith('/plan') || at === '/bots/new';
}
