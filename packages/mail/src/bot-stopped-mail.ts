import type { Language } from '@tenbin/accounts';
import type { MailContent } from './content.ts';
import { mayBeOpenWords, type StopWords, stopWords } from './stop-words.ts';

export interface BotStoppedMail {
  readonly template: 'botStopped';
  readonly botName: string;
  readonly exchangeName: string;
  /** The bot's error code: `invalidApiKey`, … */
  readonly code: string;
  /** It was to start by itself, and could not. */
  readonly isLaunch: boolean;
  /** How many orders were cancelled; null where the exchange could not be asked, and orders may still be open. */
  readonly cancelled: number | null;
  /** When the exchange confirmed that none is open, or the bot gave up asking. */
  readonly stoppedAt: Date;
  /** The bot's page. */
  readonly url: string;
}

export function botStoppedContent(mail: BotStoppedMail, language: Language): MailContent {
  const words = stopWords(mail.code, language);
  return language === 'ja' ? japanese(mail, words) : english(mail, words);
}

const japanese = (mail: BotStoppedMail, { what, next }: StopWords): MailContent => {
  const about = mail.isLaunch ? `ボット「${mail.botName}」を自動で開始できませんでした` : `ボット「${mail.botName}」が自動停止しました`;
  const orders = mail.isLaunch ? '注文は出していません。' : '未約定の注文はすべて取り消しました。';
  return {
    subject: about,
    greeting: `${about}。`,
    paragraphs: [what, next, `${mail.cancelled === null ? mayBeOpenWords.ja : orders}再開するまで新しい注文は出しません。`],
    facts: [
      { label: '取引所', value: mail.exchangeName },
      { label: '停止日時', value: momentText(mail.stoppedAt, 'ja') },
      ...(mail.cancelled === null ? [] : [{ label: '取り消した注文', value: `${mail.cancelled}件` }]),
    ],
    action: { label: 'ボットの画面を開く', url: mail.url },
    closing: 'このメールは、ボットが自動停止したとき、または自動で開始できなかったときにお送りしています。',
  };
};

const english = (mail: BotStoppedMail, { what, next }: StopWords): MailContent => {
  const about = mail.isLaunch ? `Your bot ${mail.botName} could not be started` : `Your bot ${mail.botName} stopped automatically`;
  const orders = mail.isLaunch ? 'It placed no orders.' : 'All of its open orders are cancelled.';
  return {
    subject: about,
    greeting: `${about}.`,
    paragraphs: [what, next, `${mail.cancelled === null ? mayBeOpenWords.en : orders} It places no new ones until you start it again.`],
    facts: [
      { label: 'Exchange', value: mail.exchangeName },
      { label: 'Stopped at', value: momentText(mail.stoppedAt, 'en') },
      ...(mail.cancelled === null ? [] : [{ label: 'Orders cancelled', value: String(mail.cancelled) }]),
    ],
    action: { label: "Open the bot's page", url: mail.url },
    closing: 'You get this mail because a bot of yours stopped by itself, or could not be started.',
  };
};

/** yyyy-mm-dd hh:mm:ss with its zone: Japan's for Japanese readers, else UTC. */
function momentText(at: Date, language: Language): string {
  const [offsetMs, zone] = language === 'ja' ? [9 * 3_600_000, 'JST'] : [0, 'UTC'];
  return `${new Date(at.getTime() + offsetMs).toISOString().slice(0, 19).replace('T', ' ')} ${zone}`;
}
