import { stopsByPlan as stopsEn } from '@tenbin/messages/stops/en';
import { stopsByPlan as stopsJa } from '@tenbin/messages/stops/ja';
import type { MailTemplates } from '../content.ts';
import { momentText, usdText } from '../formats.ts';

/** `url`: of the plan page, or of the bots. */
export interface VolumeMails {
  /** At 80 % of the limit. */
  volumeNearLimit: {
    readonly planName: string;
    /** USD. */
    readonly used: number;
    readonly tradingLimit: number;
    readonly periodEnd: Date;
    readonly url: string;
  };
  volumeLimitReached: { readonly planName: string; readonly tradingLimit: number; readonly periodEnd: Date; readonly url: string };
  /** After a larger plan, or with the next period. `tradingLimit`: null: none. */
  volumeLimitLifted: { readonly planName: string; readonly tradingLimit: number | null; readonly periodEnd: Date; readonly url: string };
}

export const volumeMails: MailTemplates<VolumeMails> = {
  volumeNearLimit: {
    topic: 'tradingVolume',
    ja: ({ planName, used, tradingLimit, periodEnd, url }) => ({
      subject: '取引高が上限の80%に達しました',
      paragraphs: [
        'プランの取引高の80%を使いました。上限に達すると、ボットは停止します。',
        '停止を避けるには、上限に達する前に、より大きいプランに変更してください。',
      ],
      facts: volumeFacts('ja', { planName, used, tradingLimit, periodEnd }),
      action: { label: 'プランを比較する', url },
      closing: 'このメールは、取引高が上限の80%に達したときにお送りしています。',
    }),
    en: ({ planName, used, tradingLimit, periodEnd, url }) => ({
      subject: '80 % of your trading limit is used',
      paragraphs: [
        'You have used 80 % of the trading volume of your plan. When the limit is reached, your bots stop.',
        'To keep them running, change to a larger plan before that.',
      ],
      facts: volumeFacts('en', { planName, used, tradingLimit, periodEnd }),
      action: { label: 'Compare plans', url },
      closing: 'You get this e-mail because 80 % of your trading limit is used.',
    }),
  },

  volumeLimitReached: {
    topic: 'tradingVolume',
    ja: ({ planName, tradingLimit, periodEnd, url }) => ({
      subject: '取引高が上限に達し、ボットを停止しました',
      paragraphs: [
        `${stopsJa.BY_TRADING_VOLUME_LIMIT}未約定の注文は取り消されます。`,
        'より大きいプランに変更するか、次の期間になると、ボットを再び開始できます。自動では再開しません。',
      ],
      facts: volumeFacts('ja', { planName, tradingLimit, periodEnd }),
      action: { label: 'プランを比較する', url },
      closing: 'このメールは、取引高の上限によりボットが停止したときにお送りしています。',
    }),
    en: ({ planName, tradingLimit, periodEnd, url }) => ({
      subject: 'Trading limit reached: your bots are stopped',
      paragraphs: [
        `${stopsEn.BY_TRADING_VOLUME_LIMIT} Their open orders are cancelled.`,
        'You can start them again after changing to a larger plan, or in the next period. They do not start by themselves.',
      ],
      facts: volumeFacts('en', { planName, tradingLimit, periodEnd }),
      action: { label: 'Compare plans', url },
      closing: 'You get this e-mail because your bots were stopped at the trading limit.',
    }),
  },

  volumeLimitLifted: {
    topic: 'tradingVolume',
    ja: ({ planName, tradingLimit, periodEnd, url }) => ({
      subject: 'ボットを再び開始できます',
      paragraphs: ['取引高の上限による停止が解除されました。停止したボットは、再び開始できます。自動では再開しません。'],
      facts: volumeFacts('ja', { planName, tradingLimit, periodEnd }),
      action: { label: 'ボットの画面を開く', url },
      closing: 'このメールは、取引高の上限により停止したボットを再び開始できるようになったときにお送りしています。',
    }),
    en: ({ planName, tradingLimit, periodEnd, url }) => ({
      subject: 'You can start your bots again',
      paragraphs: ['The trading limit no longer holds your bots. You can start them again; they do not start by themselves.'],
      facts: volumeFacts('en', { planName, tradingLimit, periodEnd }),
      action: { label: 'Open your bots', url },
      closing: 'You get this e-mail because bots that were stopped at the trading limit can be started again.',
    }),
  },
};

function volumeFacts(
  language: 'ja' | 'en',
  { planName, used, tradingLimit, periodEnd }: { planName: string; used?: number; tradingLimit: number | null; periodEnd: Date },
): (readonly [string, string])[] {
  const [plan, usedSoFar, limit, until] =
    language === 'ja' ? ['プラン', '使用量', '上限', '期間の終わり'] : ['Plan', 'Used', 'Limit', 'Period ends'];
  return [
    [plan, planName],
    ...(used === undefined ? [] : [[usedSoFar, usdText(used, language)] as const]),
    [limit, usdText(tradingLimit, language)],
    [until, momentText(periodEnd, language)],
  ];
}
