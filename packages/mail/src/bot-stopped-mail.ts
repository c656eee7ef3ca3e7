import type { Language } from '@tenbin/accounts';
import type { MailContent } from './content.ts';

/** Why a bot stopped by itself, as far as a mail explains it. Any other code gets the general words. */
const causes = {
  invalidApiKey: {
    ja: ['取引所がAPIキーを受け付けませんでした。', 'APIキーを確認し、登録し直してください。'],
    en: ['The exchange refused the API key.', 'Please check the API key and enter it again.'],
  },
  invalidSecret: {
    ja: ['取引所がAPIシークレットを受け付けませんでした。', 'APIシークレットを確認し、登録し直してください。'],
    en: ['The exchange refused the API secret.', 'Please check the API secret and enter it again.'],
  },
  invalidPassphrase: {
    ja: ['取引所がパスフレーズを受け付けませんでした。', 'パスフレーズを確認し、登録し直してください。'],
    en: ['The exchange refused the passphrase.', 'Please check the passphrase and enter it again.'],
  },
  keyRefused: {
    ja: ['取引所に接続を拒否されました。', 'APIキーの権限と、許可したIPアドレスを確認してください。'],
    en: ['The exchange refused the key.', 'Please check its rights and the addresses it is allowed from.'],
  },
  withdrawalRight: {
    ja: ['APIキーに出金権限があります。', '出金権限のないAPIキーを作成し、登録し直してください。'],
    en: ['The API key has withdrawal permission.', 'Please make a key without it and enter that one.'],
  },
  amountTooSmall: {
    ja: ['注文数量が取引所の最小数量を下回りました。', '残高を増やすか、注文幅を広げてください。'],
    en: ["An order's amount fell below the exchange's minimum.", 'Please add to the balances or choose a wider order width.'],
  },
  amountTooLarge: {
    ja: ['注文数量が取引所の最大数量を上回りました。', '注文幅を狭めてください。'],
    en: ["An order's amount rose above the exchange's maximum.", 'Please choose a narrower order width.'],
  },
  valueTooSmall: {
    ja: ['注文金額が最小金額を下回りました。', '残高を増やすか、注文幅を広げてください。'],
    en: ["An order's value fell below the minimum.", 'Please add to the balances or choose a wider order width.'],
  },
  priceOutOfRange: {
    ja: ['注文価格が設定可能な範囲を外れました。', '注文幅を狭めるか、残高を均等に近づけてください。'],
    en: ['An order price left the configurable range.', 'Please choose a narrower order width or even the balances out.'],
  },
  insufficientFunds: {
    ja: ['残高が不足しています。', '取引所の残高と、他で出した注文を確認してください。'],
    en: ['There is not enough balance.', 'Please check the balances and other open orders at the exchange.'],
  },
  ledgerDifference: {
    ja: ['取引所の残高が、ボットの取引記録と一致しません。', '入出金や手動の取引がなかったか確認してから、再開してください。'],
    en: [
      "The exchange's balances differ from what the bot's trades explain.",
      'Please check for deposits, withdrawals or trades by hand before you start it again.',
    ],
  },
  launchFailed: {
    ja: ['ボットを自動で開始できませんでした。', '管理画面で設定と残高を確認してください。'],
    en: ['The bot could not be started automatically.', 'Please check its settings and balances in the console.'],
  },
} as const satisfies Record<string, Record<Language, readonly [what: string, next: string]>>;

const otherCause = {
  ja: ['ボットを続けられない問題が発生しました。', '管理画面で状態を確認してください。'],
  en: ['A problem kept the bot from going on.', 'Please look at its state in the console.'],
} as const;

export interface BotStoppedMail {
  readonly template: 'botStopped';
  readonly botName: string;
  readonly exchangeName: string;
  /** The bot's error code: `invalidApiKey`, … */
  readonly code: string;
  /** How many orders were cancelled; null where the exchange could not be asked, and orders may still be open. */
  readonly cancelled: number | null;
  /** When the exchange confirmed that none is open, or the bot gave up asking. */
  readonly stoppedAt: Date;
  /** The bot's page. */
  readonly url: string;
}

export function botStoppedContent(mail: BotStoppedMail, language: Language): MailContent {
  const [what, next] = (isCause(mail.code) ? causes[mail.code] : otherCause)[language];
  return language === 'ja' ? japanese(mail, what, next) : english(mail, what, next);
}

const isCause = (code: string): code is keyof typeof causes => Object.hasOwn(causes, code);

const japanese = (mail: BotStoppedMail, what: string, next: string): MailContent => ({
  subject: `ボット「${mail.botName}」が自動停止しました`,
  greeting: `ボット「${mail.botName}」が自動停止しました。`,
  paragraphs: [
    what,
    next,
    mail.cancelled === null
      ? '未約定の注文が取り消されたか、取引所に確認できませんでした。取引所の画面で注文を確認してください。再開するまで新しい注文は出しません。'
      : '未約定の注文はすべて取り消しました。再開するまで新しい注文は出しません。',
  ],
  facts: [
    { label: '取引所', value: mail.exchangeName },
    { label: '停止日時', value: momentText(mail.stoppedAt, 'ja') },
    ...(mail.cancelled === null ? [] : [{ label: '取り消した注文', value: `${mail.cancelled}件` }]),
  ],
  action: { label: 'ボットの画面を開く', url: mail.url },
  closing: 'このメールは、ボットが自動停止したときにお送りしています。',
});

const english = (mail: BotStoppedMail, what: string, next: string): MailContent => ({
  subject: `Your bot ${mail.botName} stopped automatically`,
  greeting: `Your bot ${mail.botName} stopped automatically.`,
  paragraphs: [
    what,
    next,
    mail.cancelled === null
      ? 'The exchange could not be asked whether its orders are cancelled: please check them there. It places no new ones until you start it again.'
      : 'All of its open orders are cancelled. It places no new ones until you start it again.',
  ],
  facts: [
    { label: 'Exchange', value: mail.exchangeName },
    { label: 'Stopped at', value: momentText(mail.stoppedAt, 'en') },
    ...(mail.cancelled === null ? [] : [{ label: 'Orders cancelled', value: String(mail.cancelled) }]),
  ],
  action: { label: "Open the bot's page", url: mail.url },
  closing: 'You get this mail because a bot of yours stopped by itself.',
});

/** yyyy-mm-dd hh:mm:ss with its zone: Japan's for Japanese readers, else UTC. */
function momentText(at: Date, language: Language): string {
  const [offsetMs, zone] = language === 'ja' ? [9 * 3_600_000, 'JST'] : [0, 'UTC'];
  return `${new Date(at.getTime() + offsetMs).toISOString().slice(0, 19).replace('T', ' ')} ${zone}`;
}
