import type { Language } from '@tenbin/accounts';
import { explain, explained, type StoredCode } from '@tenbin/messages';
import { stopByAdministrator as stopByAdministratorEn } from '@tenbin/messages/stops/en';
import { stopByAdministrator as stopByAdministratorJa } from '@tenbin/messages/stops/ja';
import type { MailTemplates } from '../content.ts';
import { momentText } from '../formats.ts';

/** `url`: of the bot's page. */
export interface BotMails {
  botStopped: {
    readonly botName: string;
    readonly exchangeName: string;
    /** The bot's error: `invalidApiKey`, …; null where an administrator stopped it. */
    readonly cause: StoredCode | null;
    /** It was to start by itself, and could not. */
    readonly isLaunch: boolean;
    /** How many orders were cancelled; null where the exchange could not be asked. The cause says then whether orders may be open. */
    readonly cancelled: number | null;
    /** When the exchange confirmed that none is open, or the bot gave up asking. */
    readonly stoppedAt: Date;
    readonly url: string;
  };
  rebalanceEnded: {
    readonly botName: string;
    readonly exchangeName: string;
    /** Null where it was completed; else why it failed: `cannotSellFirst` with the currencies, … */
    readonly failure: StoredCode | null;
    /** The bot is started now. */
    readonly startsBot: boolean;
    /** What the bot has afterwards: '0.1 BTC'. */
    readonly balances: readonly string[];
    /** Beside the exchange's own fees: '0.3 USDT'; empty where there is none. */
    readonly serviceFees: readonly string[];
    readonly url: string;
  };
  /** It was started by a plan, with nobody looking. */
  botAutoStarted: { readonly botName: string; readonly exchangeName: string; readonly at: Date; readonly url: string };
}

export const botMails: MailTemplates<BotMails> = {
  botStopped: {
    topic: 'botStops',
    ja: (mail) => {
      const { text, advice } = causeOf(mail.cause, 'ja');
      const orders = mail.isLaunch ? '注文は出していません。' : '未約定の注文はすべて取り消しました。';
      return {
        subject: mail.isLaunch
          ? `ボット「${mail.botName}」を自動で開始できませんでした`
          : mail.cause === null
            ? `ボット「${mail.botName}」が管理者により停止されました`
            : `ボット「${mail.botName}」が自動停止しました`,
        paragraphs: [text, advice, `${mail.cancelled === null ? explained(mayBeOpen, 'ja') : orders}再開するまで新しい注文は出しません。`],
        facts: [
          ['取引所', mail.exchangeName],
          ['停止日時', momentText(mail.stoppedAt, 'ja')],
          ...(mail.cancelled === null ? [] : [['取り消した注文', `${mail.cancelled}件`] as const]),
        ],
        action: { label: 'ボットの画面を開く', url: mail.url },
        closing: 'このメールは、ボットがお客様の操作によらずに停止したとき、または自動で開始できなかったときにお送りしています。',
      };
    },
    en: (mail) => {
      const { text, advice } = causeOf(mail.cause, 'en');
      const orders = mail.isLaunch ? 'It placed no orders.' : 'All of its open orders are cancelled.';
      return {
        subject: mail.isLaunch
          ? `Your bot ${mail.botName} could not be started`
          : mail.cause === null
            ? `Your bot ${mail.botName} was stopped by an administrator`
            : `Your bot ${mail.botName} stopped automatically`,
        paragraphs: [
          text,
          advice,
          `${mail.cancelled === null ? explained(mayBeOpen, 'en') : orders} It places no new orders until you start it again.`,
        ],
        facts: [
          ['Exchange', mail.exchangeName],
          ['Stopped at', momentText(mail.stoppedAt, 'en')],
          ...(mail.cancelled === null ? [] : [['Orders cancelled', String(mail.cancelled)] as const]),
        ],
        action: { label: 'Open the bot page', url: mail.url },
        closing: 'You get this e-mail because one of your bots stopped without you, or could not be started.',
      };
    },
  },

  rebalanceEnded: {
    topic: 'rebalances',
    ja: ({ botName, exchangeName, failure, startsBot, balances, serviceFees, url }) => ({
      subject: `ボット「${botName}」の自動リバランス${failure === null ? 'が完了しました' : 'に失敗しました'}`,
      paragraphs:
        failure === null
          ? [startsBot ? '残高が均等になったため、ボットを自動で開始します。' : '残高が均等になりました。ボットはいつでも開始できます。']
          : [explained(failure, 'ja'), 'ボットは開始していません。ボットの画面で内容を確認できます。'],
      facts: [['取引所', exchangeName], ...listed('残高', balances), ...listed('サービス手数料', serviceFees)],
      action: { label: 'ボットの画面を開く', url },
      closing: 'このメールは、自動リバランスが終了したときにお送りしています。',
    }),
    en: ({ botName, exchangeName, failure, startsBot, balances, serviceFees, url }) => ({
      subject: `The auto-rebalance of ${botName} ${failure === null ? 'is complete' : 'failed'}`,
      paragraphs:
        failure === null
          ? [startsBot ? 'The balances are even, so the bot starts now.' : 'The balances are even. You can start the bot at any time.']
          : [explained(failure, 'en'), 'The bot was not started. You can find the details on its page.'],
      facts: [['Exchange', exchangeName], ...listed('Balances', balances), ...listed('Service fee', serviceFees)],
      action: { label: 'Open the bot page', url },
      closing: 'You get this e-mail because an auto-rebalance of one of your bots ended.',
    }),
  },

  botAutoStarted: {
    topic: 'rebalances',
    ja: ({ botName, exchangeName, at, url }) => ({
      subject: `ボット「${botName}」が自動で開始しました`,
      paragraphs: ['設定に従って、ボットを自動で開始しました。取引を始めています。'],
      facts: [
        ['取引所', exchangeName],
        ['開始日時', momentText(at, 'ja')],
      ],
      action: { label: 'ボットの画面を開く', url },
      closing: 'このメールは、ボットが自動で開始したときにお送りしています。',
    }),
    en: ({ botName, exchangeName, at, url }) => ({
      subject: `Your bot ${botName} started automatically`,
      paragraphs: ['Your bot was started automatically, as set up. It is trading now.'],
      facts: [
        ['Exchange', exchangeName],
        ['Started at', momentText(at, 'en')],
      ],
      action: { label: 'Open the bot page', url },
      closing: 'You get this e-mail because one of your bots started automatically.',
    }),
  },
};

const mayBeOpen: StoredCode = { code: 'ordersMayBeOpen', facts: null };

/** Whether orders may be open is said with what became of the others. */
const causeOf = (cause: StoredCode | null, language: Language) =>
  cause === null ? byAdministrator[language] : explain({ ...cause, facts: { ...cause.facts, mayBeOpen: null } }, language);

const byAdministrator = {
  ja: { text: stopByAdministratorJa, advice: '理由は管理者にお問い合わせください。' },
  en: { text: stopByAdministratorEn, advice: 'Please ask them for the reason.' },
} as const;

const listed = (label: string, values: readonly string[]): (readonly [string, string])[] =>
  values.length > 0 ? [[label, values.join(', ')]] : [];
