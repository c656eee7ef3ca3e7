import type { Language } from '@tenbin/accounts';
import type { MailContent } from './content.ts';

export interface RebalanceEndedMail {
  readonly template: 'rebalanceEnded';
  readonly botName: string;
  readonly exchangeName: string;
  /** Null where it was completed; else why it failed: `cannotSellFirst` with the currencies, … */
  readonly failure: { readonly code: string; readonly currency?: string; readonly other?: string } | null;
  /** The bot is started now. */
  readonly startsBot: boolean;
  /** What the bot has afterwards: '0.1 BTC'. */
  readonly balances: readonly string[];
  /** Beside the exchange's own fees: '0.3 USDT'; empty where there is none. */
  readonly serviceFees: readonly string[];
  /** The bot's page. */
  readonly url: string;
}

const causes: Readonly<Record<string, Readonly<Record<Language, string>>>> = {
  cannotSellFirst: {
    ja: '{currency}は先に売却できません。{other}を購入してください。',
    en: '{currency} cannot be sold first. Please buy {other}.',
  },
  pairsNotEligible: {
    ja: 'この通貨ペアは自動リバランスの対象外です。',
    en: 'These currency pairs are not eligible for auto-rebalance.',
  },
  balanceNotPositive: { ja: '口座に残高がありません。', en: 'There is no balance in the account.' },
  insufficientFunds: {
    ja: '残高が不足しています。他で出した注文を確認してください。',
    en: 'There is not enough balance. Please check other open orders at the exchange.',
  },
  rebalanceIncomplete: {
    ja: '許容価格（現在価格から5%以内）では、注文の一部しか約定しませんでした。',
    en: 'Within 5 % of the current price the market took only a part of the orders.',
  },
};

const otherCause = {
  ja: '取引所で注文を完了できませんでした。',
  en: 'The orders could not be completed at the exchange.',
} as const;

function whyOf(failure: NonNullable<RebalanceEndedMail['failure']>, language: Language): string {
  const text = (Object.hasOwn(causes, failure.code) ? causes[failure.code] : undefined) ?? otherCause;
  return text[language].replace('{currency}', failure.currency ?? '').replace('{other}', failure.other ?? '');
}

export function rebalanceEndedContent(mail: RebalanceEndedMail, language: Language): MailContent {
  const words = language === 'ja' ? japanese(mail) : english(mail);
  const { exchange, balances, fees, open, ...content } = words;
  return {
    ...content,
    facts: [
      { label: exchange, value: mail.exchangeName },
      ...(mail.balances.length > 0 ? [{ label: balances, value: mail.balances.join(', ') }] : []),
      ...(mail.serviceFees.length > 0 ? [{ label: fees, value: mail.serviceFees.join(', ') }] : []),
    ],
    action: { label: open, url: mail.url },
  };
}

const japanese = ({ botName, failure, startsBot }: RebalanceEndedMail) => ({
  subject: failure === null ? `ボット「${botName}」の自動リバランスが完了しました` : `ボット「${botName}」の自動リバランスに失敗しました`,
  greeting:
    failure === null ? `ボット「${botName}」の自動リバランスが完了しました。` : `ボット「${botName}」の自動リバランスに失敗しました。`,
  paragraphs:
    failure === null
      ? [startsBot ? '残高が均等になったため、ボットを自動で開始します。' : '残高が均等になりました。ボットはいつでも開始できます。']
      : [whyOf(failure, 'ja'), 'ボットは開始していません。ボットの画面で内容を確認し、もう一度お試しください。'],
  closing: 'このメールは、自動リバランスが終了したときにお送りしています。',
  exchange: '取引所',
  balances: '残高',
  fees: 'サービス手数料',
  open: 'ボットの画面を開く',
});

const english = ({ botName, failure, startsBot }: RebalanceEndedMail) => ({
  subject: failure === null ? `The auto-rebalance of ${botName} is complete` : `The auto-rebalance of ${botName} failed`,
  greeting:
    failure === null ? `The auto-rebalance of your bot ${botName} is complete.` : `The auto-rebalance of your bot ${botName} failed.`,
  paragraphs:
    failure === null
      ? [startsBot ? 'The balances are even, so the bot starts now.' : 'The balances are even. You can start the bot at any time.']
      : [whyOf(failure, 'en'), "The bot was not started. Please look at the bot's page and try again."],
  closing: 'You get this mail because an auto-rebalance of yours ended.',
  exchange: 'Exchange',
  balances: 'Balances',
  fees: 'Service fee',
  open: "Open the bot's page",
});
