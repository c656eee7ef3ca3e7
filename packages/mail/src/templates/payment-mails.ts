import { stopsByPlan as stopsEn } from '@tenbin/messages/stops/en';
import { stopsByPlan as stopsJa } from '@tenbin/messages/stops/ja';
import type { MailTemplates } from '../content.ts';
import { momentText, yenText } from '../formats.ts';
import { noticeEn, noticeJa } from './contract-notice.ts';

/** `url`: of the plan page. */
export interface PaymentMails {
  paymentFailed: {
    readonly planName: string;
    /** Yen. */
    readonly amount: number;
    /** Until then the bots go on. */
    readonly graceUntil: Date;
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
  paymentRefunded: {
    readonly planName: string;
    /** Yen. */
    readonly amount: number;
    readonly at: Date;
    readonly url: string;
  };
}

export const paymentMails: MailTemplates<PaymentMails> = {
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
      closing: noticeJa,
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
      closing: noticeEn,
    }),
  },

  paymentStopped: {
    topic: 'always',
    pushTopic: 'botStops',
    ja: ({ planName, amount, url }) => ({
      subject: 'お支払いを確認できないため、ボットを停止しました',
      paragraphs: [
        `${stopsJa.BY_PAYMENT_FAILED}未約定の注文は取り消されます。`,
        'お支払いが完了すると、ボットを再び開始できます。自動では再開しません。別のお支払い方法に変更することもできます。',
      ],
      facts: [
        ['プラン', planName],
        ['月額（税込）', yenText(amount, 'ja')],
      ],
      action: { label: 'お支払い方法を確認する', url },
      closing: noticeJa,
    }),
    en: ({ planName, amount, url }) => ({
      subject: 'No payment: your bots are stopped',
      paragraphs: [
        `${stopsEn.BY_PAYMENT_FAILED} Their open orders are cancelled.`,
        'Once it is paid you can start them again; they do not start by themselves. You can also choose another payment method.',
      ],
      facts: [
        ['Plan', planName],
        ['Monthly price (tax included)', yenText(amount, 'en')],
      ],
      action: { label: 'Check the payment method', url },
      closing: noticeEn,
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
      closing: noticeJa,
    }),
    en: ({ planName, isReinstated, url }) => ({
      subject: isReinstated ? 'Your payment has been reinstated' : 'Your payment has been received',
      paragraphs: [
        `Your plan ${planName} is paid${isReinstated ? ' again: the reversal of your payment has ended' : ''}. You can start stopped bots again; they do not start by themselves.`,
      ],
      facts: [['Plan', planName]],
      action: { label: 'Open the plan page', url },
      closing: noticeEn,
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
      closing: noticeJa,
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
      closing: noticeEn,
    }),
  },
};
