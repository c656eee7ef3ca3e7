import { stopsByPlan as stopsEn } from '@tenbin/messages/stops/en';
import { stopsByPlan as stopsJa } from '@tenbin/messages/stops/ja';
import type { MailTemplates } from '../content.ts';
import { momentText, usdText, yenText } from '../formats.ts';
import { noticeEn, noticeJa } from './contract-notice.ts';

/** Why a payer may not trade whatever they pay: their account is suspended, the service is, or they are there for referrals only. */
export type HeldBack = 'account' | 'service' | 'referrals';

/** `url`: of the plan page. */
export interface PlanMails {
  planStarted: {
    readonly planName: string;
    /** Yen a month. */
    readonly monthlyPrice: number;
    /** USD in a payment period; null: no upper limit. */
    readonly tradingLimit: number | null;
    readonly url: string;
  };
  /** By an administrator: nobody charges for it. */
  planGiven: {
    readonly planName: string;
    /** USD in a payment period; null: no upper limit. */
    readonly tradingLimit: number | null;
    /** Null: until somebody ends it. */
    readonly until: Date | null;
    /** What was paid for until now, and is charged for no more; null: nothing. */
    readonly insteadOf: string | null;
    readonly url: string;
  };
  /** Bots ran without a plan. */
  planNeeded: { readonly url: string };
  planChanged: {
    readonly from: string;
    readonly to: string;
    /** Yen a month. */
    readonly monthlyPrice: number;
    /** USD in a payment period; null: no upper limit. */
    readonly tradingLimit: number | null;
    /** A smaller plan begins with the next period. */
    readonly startsAt: Date;
    readonly url: string;
  };
  subscriptionEnded: {
    readonly end: 'cancelled' | 'expired';
    readonly planName: string;
    readonly at: Date;
    /** Nothing is to be paid any more, and bots go on. */
    readonly isFree?: boolean;
    /** Choosing a plan would not help them. */
    readonly heldBack?: HeldBack | null;
    readonly url: string;
  };
  /** Its payer agreed, and could not be put on it. */
  purchaseGivenUp: {
    readonly planName: string;
    /** Yen that were paid of it. */
    readonly amount: number;
    readonly url: string;
  };
}

const heldBackJa: Readonly<Record<HeldBack, string>> = {
  account: 'アカウントが利用停止になった',
  service: 'サービスの提供が停止された',
  referrals: 'アカウントが紹介専用になった',
};
const heldBackEn: Readonly<Record<HeldBack, string>> = {
  account: 'your account is suspended',
  service: 'the service is suspended',
  referrals: 'your account is for referrals only now',
};

export const planMails: MailTemplates<PlanMails> = {
  planStarted: {
    topic: 'always',
    ja: ({ planName, monthlyPrice, tradingLimit, url }) => ({
      subject: 'プランのご利用を開始しました',
      paragraphs: [`プラン「${planName}」をご利用いただけます。ボットを設定し、開始できます。`],
      facts: [
        ['プラン', planName],
        ['月額（税込）', yenText(monthlyPrice, 'ja')],
        ['取引高の上限', usdText(tradingLimit, 'ja')],
      ],
      action: { label: 'プランの画面を開く', url },
      closing: noticeJa,
    }),
    en: ({ planName, monthlyPrice, tradingLimit, url }) => ({
      subject: 'Your plan has begun',
      paragraphs: [`You can use the plan ${planName} now: set up your bots and start them.`],
      facts: [
        ['Plan', planName],
        ['Monthly price (tax included)', yenText(monthlyPrice, 'en')],
        ['Trading limit', usdText(tradingLimit, 'en')],
      ],
      action: { label: 'Open the plan page', url },
      closing: noticeEn,
    }),
  },

  planGiven: {
    topic: 'always',
    ja: ({ planName, tradingLimit, until, insteadOf, url }) => ({
      subject: 'プランが提供されました',
      paragraphs: [
        `管理者により、プラン「${planName}」が無料で提供されました。ボットを設定し、開始できます。`,
        ...(insteadOf === null
          ? []
          : [`これまでのプラン「${insteadOf}」は解約されました。今後のお支払いはありません。残りの期間の返金はありません。`]),
      ],
      facts: [
        ['プラン', planName],
        ['取引高の上限', usdText(tradingLimit, 'ja')],
        ...(until === null ? [] : [['有効期限', momentText(until, 'ja')] as const]),
      ],
      action: { label: 'プランの画面を開く', url },
      closing: noticeJa,
    }),
    en: ({ planName, tradingLimit, until, insteadOf, url }) => ({
      subject: 'You have been given a plan',
      paragraphs: [
        `An administrator has given you the plan ${planName}, free of charge: set up your bots and start them.`,
        ...(insteadOf === null
          ? []
          : [`Your plan ${insteadOf} is cancelled. No further payments are taken, and remaining days are not refunded.`]),
      ],
      facts: [
        ['Plan', planName],
        ['Trading limit', usdText(tradingLimit, 'en')],
        ...(until === null ? [] : [['Until', momentText(until, 'en')] as const]),
      ],
      action: { label: 'Open the plan page', url },
      closing: noticeEn,
    }),
  },

  planNeeded: {
    topic: 'always',
    pushTopic: 'botStops',
    ja: ({ url }) => ({
      subject: 'プランがないため、ボットを停止しました',
      paragraphs: [`${stopsJa.NO_SUBSCRIPTION}未約定の注文は取り消されます。`, '再び取引するには、プランを選んでください。'],
      facts: [],
      action: { label: 'プランを選ぶ', url },
      closing: noticeJa,
    }),
    en: ({ url }) => ({
      subject: 'Your bots are stopped: they need a plan',
      paragraphs: [`${stopsEn.NO_SUBSCRIPTION} Their open orders are cancelled.`, 'Choose a plan to trade again.'],
      facts: [],
      action: { label: 'Choose a plan', url },
      closing: noticeEn,
    }),
  },

  planChanged: {
    topic: 'always',
    ja: ({ from, to, monthlyPrice, tradingLimit, startsAt, url }) => ({
      subject: 'プランの変更を受け付けました',
      paragraphs: [`プランを「${from}」から「${to}」に変更します。月額料金は次回のお支払いから変わります。`],
      facts: [
        ['新しいプラン', to],
        ['月額（税込）', yenText(monthlyPrice, 'ja')],
        ['取引高の上限', usdText(tradingLimit, 'ja')],
        ['適用開始', momentText(startsAt, 'ja')],
      ],
      action: { label: 'プランの画面を開く', url },
      closing: noticeJa,
    }),
    en: ({ from, to, monthlyPrice, tradingLimit, startsAt, url }) => ({
      subject: 'Your plan is changed',
      paragraphs: [`Your plan changes from ${from} to ${to}. The monthly price changes with the next payment.`],
      facts: [
        ['New plan', to],
        ['Monthly price (tax included)', yenText(monthlyPrice, 'en')],
        ['Trading limit', usdText(tradingLimit, 'en')],
        ['In effect from', momentText(startsAt, 'en')],
      ],
      action: { label: 'Open the plan page', url },
      closing: noticeEn,
    }),
  },

  subscriptionEnded: {
    topic: 'always',
    ja: ({ end, planName, at, isFree, heldBack = null, url }) => ({
      subject: end === 'cancelled' ? 'プランを解約しました' : 'プランの有効期限が終了しました',
      paragraphs: [
        end === 'cancelled'
          ? `プラン「${planName}」を解約しました。今後のお支払いはありません。残りの期間の返金はありません。`
          : `プラン「${planName}」の有効期限が終了しました。今後のお支払いはありません。`,
        ...(heldBack === null
          ? [
              isFree
                ? 'サービスが無料になりました。ボットは、プランがなくてもこのまま稼働します。'
                : 'ボットは停止します。再び取引するには、プランを選んでください。',
            ]
          : [
              `${heldBackJa[heldBack]}ため、${end === 'cancelled' ? '解約しました' : 'ボットは利用できません'}。`,
              'ご不明な点は、サポートまでお問い合わせください。',
            ]),
      ],
      facts: [[end === 'cancelled' ? '解約日時' : '終了日時', momentText(at, 'ja')]],
      ...(heldBack === null && { action: { label: isFree ? 'プランの画面を開く' : 'プランを選ぶ', url } }),
      closing: noticeJa,
    }),
    en: ({ end, planName, at, isFree, heldBack = null, url }) => ({
      subject: end === 'cancelled' ? 'Your plan is cancelled' : 'Your plan has expired',
      paragraphs: [
        end === 'cancelled'
          ? `Your plan ${planName} is cancelled. No further payments are taken, and remaining days are not refunded.`
          : `Your plan ${planName} has expired. No further payments are taken.`,
        ...(heldBack === null
          ? [
              isFree
                ? 'The service is free of charge now: your bots go on without a plan.'
                : 'Your bots stop. Choose a plan to trade again.',
            ]
          : [
              `${end === 'cancelled' ? 'It was cancelled' : 'Your bots cannot be used'} because ${heldBackEn[heldBack]}.`,
              'If you have any questions, please contact support.',
            ]),
      ],
      facts: [[end === 'cancelled' ? 'Cancelled at' : 'Expired at', momentText(at, 'en')]],
      ...(heldBack === null && { action: { label: isFree ? 'Open the plan page' : 'Choose a plan', url } }),
      closing: noticeEn,
    }),
  },

  purchaseGivenUp: {
    topic: 'always',
    ja: ({ planName, amount, url }) => ({
      subject: 'プランのご購入を取り消しました',
      paragraphs: [
        `プラン「${planName}」のお支払いを承認いただきましたが、ご契約に反映できませんでした。PayPalでの定期支払いは解約済みで、今後のお支払いはありません。`,
        '現在のご契約に変更はありません。お支払い済みの金額がある場合は、返金についてサポートへご連絡ください。',
      ],
      facts: [
        ['プラン', planName],
        ['お支払い済みの金額', yenText(amount, 'ja')],
      ],
      action: { label: 'プランの画面を開く', url },
      closing: noticeJa,
    }),
    en: ({ planName, amount, url }) => ({
      subject: 'Your purchase was cancelled',
      paragraphs: [
        `You agreed to payments for the plan ${planName}, but you could not be put on it. They are cancelled at PayPal, and nothing more is taken.`,
        'The plan that you have is not changed. If something was paid already, please ask the support for a refund.',
      ],
      facts: [
        ['Plan', planName],
        ['Paid', yenText(amount, 'en')],
      ],
      action: { label: 'Open the plan page', url },
      closing: noticeEn,
    }),
  },
};
