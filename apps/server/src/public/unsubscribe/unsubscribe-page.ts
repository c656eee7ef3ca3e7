import type { Language, MailTopic } from '@tenbin/accounts';
import type { Brand } from '@tenbin/brand';
import { html } from '@tenbin/mail';

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
    tradingVolume: '取引高が上限に近づいたとき',
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
    tradingVolume: 'Trading volume near the limit',
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
  const { light, dark } = brand.theme;
  const style = ({ background, surface, text, border, accent, onAccent }: Brand['theme']['light']) =>
    `body{background:${background};color:${text}}main{background:${surface};border-color:${border}}button{background:${accent};color:${onAccent}}`;
  const body =
    topic === null
      ? html`<p>${said.invalid}</p>`
      : html`<p>${isDone ? said.done : said.ask}</p>
<p><strong>${said[topic]}</strong></p>
${isDone ? html`` : html`<form method="post"><button>${said.stop}</button></form>`}
<p><small>${said.always}</small></p>`;
  return String(html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${said.title} · ${brand.name}</title>
<style>:root{color-scheme:light dark;font-family:system-ui,sans-serif;line-height:1.7}
body{margin:0;padding:2rem 1rem}main{max-width:32rem;margin:auto;padding:1.5rem;border:1px solid;border-radius:8px}
h1{font-size:1.25rem;margin:0}button{font:inherit;font-weight:600;padding:.75rem 1.5rem;border:0;border-radius:8px;cursor:pointer}
${style(light)}@media (prefers-color-scheme:dark){${style(dark)}}</style>
</head>
<body><main>
<p>${brand.name}</p>
<h1>${said.title}</h1>
${body}
</main></body>
</html>
`);
}
