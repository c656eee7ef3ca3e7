import type { Language } from '@tenbin/accounts';

/** yyyy-mm-dd hh:mm:ss with its zone: Japan's for Japanese readers, else UTC. */
export function momentText(at: Date, language: Language): string {
  const [offsetMs, zone] = language === 'ja' ? [9 * 3_600_000, 'JST'] : [0, 'UTC'];
  return `${new Date(at.getTime() + offsetMs).toISOString().slice(0, 19).replace('T', ' ')} ${zone}`;
}

/** Whole yen: '1,100円', 'JPY 1,100'. */
export const yenText = (yen: number, language: Language): string =>
  language === 'ja' ? `${yen.toLocaleString('ja')}円` : `JPY ${yen.toLocaleString('en')}`;

/** '12,345 USD'; a limit that is null is none. */
export const usdText = (usd: number | null, language: Language): string =>
  usd === null ? (language === 'ja' ? '上限なし' : 'No upper limit') : `${Math.round(usd).toLocaleString(language)} USD`;

/** An address that its reader recognizes and nobody else learns: 'h•••@example.jp'. */
export const maskedEmail = (email: string): string => email.replace(/^(.).*(?=@)/u, '$1•••');
