import type { Language, MailTopic } from '@tenbin/accounts';
import type { Brand } from '@tenbin/brand';
import { html } from '@tenbin/mail';
import { plainPage } from '../../pages/plain-page.ts';

const words = {
  ja: {
    title: 'メール配信の停止',
    ask: '次のお知らせメールの配信を停止します。',
    stop: '配信を停止する',
    done: '次のお知らせメールの配信を停止しました。ログイン後に、いつでも再開できます。',
    invalid: 'このリンクは使用できません。ログイン後に、配信するメールを選べます。',
    always: 'セキュリティ、アカウント、お支払いに関する大切なお知らせは、引き続きお送りします。',
    botStops: 'ボットの停止',
    rebalances: '自動リバランスと自動開始',
    tradingVolume: '取引高とその上限',
    news: 'サービスに関するお知らせやご案内',
  },
  en: {
    title: 'Stop e-mails',
    ask: 'You will no longer get e-mails about:',
    stop: 'Stop these e-mails',
    done: 'You no longer get e-mails about the following. You can turn them on again at any time after logging in.',
    invalid: 'This link cannot be used. You can choose your e-mails after logging in.',
    always: 'Important notices about security, your account and payments are still sent.',
    botStops: 'Bots that stop',
    rebalances: 'Auto-rebalance and auto-start',
    tradingVolume: 'Trading volume and its limit',
    news: 'News about the service',
  },
} as const satisfies Record<Language, Record<MailTopic | 'title' | 'ask' | 'stop' | 'done' | 'invalid' | 'always', string>>;

export interface UnsubscribeView {
  readonly language: Language;
  readonly brand: Brand;
  /** Null: the link is not valid. */
  readonly topic: MailTopic | null;
  readonly isDone: boolean;
}

/** Asks before it does anything: what looks through mails opens every link in them. No script. */
export function unsubscribePage({ language, brand, topic, isDone }: UnsubscribeView): string {
  const said = words[language];
  const body =
    topic === null
      ? html`<p>${said.invalid}</p>`
      : html`<p>${isDone ? said.done : said.ask}</p>
<p><strong>${said[topic]}</strong></p>
${isDone ? html`` : html`<form method="post"><button>${said.stop}</button></form>`}
<p><small>${said.always}</small></p>`;
  return plainPage({ language, brand, title: said.title, body });
}
