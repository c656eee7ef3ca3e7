import type { MailTemplates } from '../content.ts';
import { momentText, usdText, yenText } from '../formats.ts';

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
  /** No payment, and no grace any more. */
  paymentStopped: {
    readonly planName: string;
    /** Yen. */
    readonly amount: number;
    readonly url: string;
  };
  /** What stood out is paid. `isReinstated`: by the payment that a bank had taken back. */
  botsMayStart: { readonly planName: string; readonly isReinstated: boolean; readonly url: string };
  /** Bots ran without a plan. */
  planNeeded: { readonly url: string };
  paymentFailed: {
    readonly planName: string;
    /** Yen. */
    readonly amount: number;
    /** Until then the bots go on. */
    readonly graceUntil: Date;
    readonly url: string;
  };
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
  paymentRefunded: {
    readonly planName: string;
    /** Yen. */
    readonly amount: number;
    readonly at: Date;
    readonly url: string;
  };
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

const whyJa = 'このメールは、ご契約に関する大切なお知らせのため、必ずお送りしています。';
const whyEn = 'This is an important notice about your contract, which is always sent.';

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
      closing: whyJa,
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
      closing: whyEn,
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
      closing: whyJa,
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
      closing: whyEn,
    }),
  },

  paymentStopped: {
    topic: 'always',
    pushTopic: 'botStops',
    ja: ({ planName, amount, url }) => ({
      subject: 'お支払いを確認できないため、ボットを停止しました',
      paragraphs: [
        'プランのお支払いを確認できないため、ボットを停止しました。未約定の注文は取り消されます。',
        'お支払いが完了すると、ボットを再び開始できます。自動では再開しません。別のお支払い方法に変更することもできます。',
      ],
      facts: [
        ['プラン', planName],
        ['月額（税込）', yenText(amount, 'ja')],
      ],
      action: { label: 'お支払い方法を確認する', url },
      closing: whyJa,
    }),
    en: ({ planName, amount, url }) => ({
      subject: 'No payment: your bots are stopped',
      paragraphs: [
        'The payment for your plan has not been received, so your bots are stopped. Their open orders are cancelled.',
        'Once it is paid you can start them again; they do not start by themselves. You can also choose another payment method.',
      ],
      facts: [
        ['Plan', planName],
        ['Monthly price (tax included)', yenText(amount, 'en')],
      ],
      action: { label: 'Check the payment method', url },
      closing: whyEn,
    }),
  },

  botsMayStart: {
    topic: 'always',
    ja: ({ planName, isReinstated, url }) => ({
      subject: isReinstated ? 'お支払いの取り消しが解消されました' : 'お支払いを確認しました',
      paragraphs: [
        `プラン「${planName}」の${isReinstated ? 'お支払いの取り消しが解消され、お支払い済みとなりました' : 'お支払いを確認しました'}。停止したボットは、再び開始できます。自動では再開しません。`,
      ],
      facts: [['プラン', planName]],
      action: { label: 'プランの画面を開く', url },
      closing: whyJa,
    }),
    en: ({ planName, isReinstated, url }) => ({
      subject: isReinstated ? 'Your payment has been reinstated' : 'Your payment has been received',
      paragraphs: [
        `Your plan ${planName} is paid${isReinstated ? ' again: the reversal of your payment has ended' : ''}. You can start stopped bots again; they do not start by themselves.`,
      ],
      facts: [['Plan', planName]],
      action: { label: 'Open the plan page', url },
      closing: whyEn,
    }),
  },

  planNeeded: {
    topic: 'always',
    pushTopic: 'botStops',
    ja: ({ url }) => ({
      subject: 'プランがないため、ボットを停止しました',
      paragraphs: [
        'ご契約中のプランがないため、ボットを停止しました。未約定の注文は取り消されます。',
        '再び取引するには、プランを選んでください。',
      ],
      facts: [],
      action: { label: 'プランを選ぶ', url },
      closing: whyJa,
    }),
    en: ({ url }) => ({
      subject: 'Your bots are stopped: they need a plan',
      paragraphs: ['You have no plan, so your bots are stopped. Their open orders are cancelled.', 'Choose a plan to trade again.'],
      facts: [],
      action: { label: 'Choose a plan', url },
      closing: whyEn,
    }),
  },

  paymentFailed: {
    topic: 'always',
    ja: ({ planName, amount, graceUntil, url }) => ({
      subject: 'お支払いを確認できませんでした',
      paragraphs: [
        `プランのお支払いが完了しませんでした。${momentText(graceUntil, 'ja')}までボットは稼働を続け、その後は停止します。`,
        'お支払い方法の残高や有効期限を確認するか、プランの画面で別のお支払い方法に変更してください。',
      ],
      facts: [
        ['プラン', planName],
        ['金額（税込）', yenText(amount, 'ja')],
      ],
      action: { label: 'お支払い方法を確認する', url },
      closing: whyJa,
    }),
    en: ({ planName, amount, graceUntil, url }) => ({
      subject: 'Your payment failed',
      paragraphs: [
        `The payment for your plan did not go through. Your bots keep running until ${momentText(graceUntil, 'en')}, and are stopped then.`,
        'Check the balance and expiry of your payment method, or choose another one on the plan page.',
      ],
      facts: [
        ['Plan', planName],
        ['Amount (tax included)', yenText(amount, 'en')],
      ],
      action: { label: 'Check the payment method', url },
      closing: whyEn,
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
      closing: whyJa,
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
      closing: whyEn,
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
      closing: whyJa,
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
      closing: whyEn,
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
      closing: whyJa,
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
      closing: whyEn,
    }),
  },

  paymentRefunded: {
    topic: 'always',
    ja: ({ planName, amount, at, url }) => ({
      subject: '返金のお知らせ',
      paragraphs: ['お支払いの返金を行いました。お手元に届くまでの日数は、お支払い方法によって異なります。'],
      facts: [
        ['プラン', planName],
        ['返金額', yenText(amount, 'ja')],
        ['返金日時', momentText(at, 'ja')],
      ],
      action: { label: 'お支払いの履歴を開く', url },
      closing: whyJa,
    }),
    en: ({ planName, amount, at, url }) => ({
      subject: 'Your payment was refunded',
      paragraphs: ['A payment of yours was refunded. How many days it takes to arrive depends on the payment method.'],
      facts: [
        ['Plan', planName],
        ['Refund', yenText(amount, 'en')],
        ['Refunded at', momentText(at, 'en')],
      ],
      action: { label: 'Open the payment history', url },
      closing: whyEn,
    }),
  },

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
        'プランの取引高の上限に達したため、ボットを停止しました。未約定の注文は取り消されます。',
        'より大きいプランに変更するか、次の期間になると、ボットを再び開始できます。自動では再開しません。',
      ],
      facts: volumeFacts('ja', { planName, tradingLimit, periodEnd }),
      action: { label: 'プランを比較する', url },
      closing: 'このメールは、取引高の上限によりボットが停止したときにお送りしています。',
    }),
    en: ({ planName, tradingLimit, periodEnd, url }) => ({
      subject: 'Trading limit reached: your bots are stopped',
      paragraphs: [
        'The trading volume of your plan is used up, so your bots are stopped. Their open orders are cancelled.',
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
