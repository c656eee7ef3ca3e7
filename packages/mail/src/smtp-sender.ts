import { createTransport } from 'nodemailer';
import type { Mail } from './mail.ts';

/** Hands mails over for delivery. */
export interface MailSender {
  /** Resolves when the server has taken the mail. @throws {MailError} */
  send(mail: Mail): Promise<void>;
  close(): void;
}

/** The mail server did not take a mail. */
export class MailError extends Error {
  /** Whether trying later may help: everything but a definite no to this mail or its reader. */
  readonly mayRetry: boolean;
  /** The server's code, '550 5.1.1', or what kept it from answering, 'ETIMEDOUT'; its words may name the reader, so they are not kept. */
  readonly reason: string;

  constructor({ mayRetry, reason }: { mayRetry: boolean; reason: string }) {
    super(`the mail server did not take the mail: ${reason}`);
    this.name = 'MailError';
    this.mayRetry = mayRetry;
    this.reason = reason;
  }
}

const connectMs = 20_000;
/** A server that looks through a mail before it says yes takes its time; not waiting for it sends the mail twice. */
const defaultAnswerMs = 60_000;

/**
 * Sends over SMTP, with a few connections kept open. Upgrades to TLS where the server offers it, and checks its certificate.
 *
 * @param url - `smtp://user:password@host:587`, or `smtps://…` for TLS from the first byte
 * A mail that is sent again is the same to the last byte, with the same Message-ID, so that its reader's server can drop it.
 *
 * @param options - `from`: the sender, 'Tenbin <no-reply@tenbin.example>'; `requiresTls`: nothing is sent to a server that offers none
 * @throws {Error} at once where the address is not an SMTP address
 */
export function createSmtpSender(
  url: string,
  { from, requiresTls, answerMs = defaultAnswerMs }: { from: string; requiresTls: boolean; answerMs?: number },
): MailSender {
  const [, domain = 'localhost'] = /@([^\s>]+)>?\s*$/.exec(from) ?? [];
  const { protocol, hostname, port, username, password } = new URL(url);
  if (protocol !== 'smtp:' && protocol !== 'smtps:') throw new Error(`not an SMTP address: ${protocol}//…`);
  const isTls = protocol === 'smtps:';
  const transport = createTransport({
    pool: true,
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (isTls ? 465 : 587),
    secure: isTls,
    requireTLS: requiresTls,
    ...(username ? { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } } : {}),
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: answerMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ id, to, subject, text, html, createdAt, unsubscribeUrl }) {
      try {
        await transport.sendMail({
          from,
          // As an object, so that a comma in an address cannot make two of it.
          to: { name: '', address: to },
          subject,
          text,
          html,
          messageId: `<${id}@${domain}>`,
          date: createdAt,
          baseBoundary: id,
          headers: {
            'Auto-Submitted': 'auto-generated',
            'X-Auto-Response-Suppress': 'All',
            ...(unsubscribeUrl !== null && {
              'List-Unsubscribe': `<${unsubscribeUrl}>`,
              'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
            }),
          },
        });
      } catch (error) {
        throw new MailError(refusalIn(error));
      }
    },
    close: () => transport.close(),
  };
}

/**
 * What the server said, or why it said nothing. A definite no is one to this very mail or its reader; a refused log-in is
 * ours to mend, and the mail is still good.
 */
function refusalIn(error: unknown): { mayRetry: boolean; reason: string } {
  const { code = 'unknown', responseCode, response = '' } = Object(error) as { code?: string; responseCode?: number; response?: string };
  if (responseCode === undefined) return { mayRetry: true, reason: code };
  const [enhanced] = /(?<=^\d{3}[ -])\d\.\d{1,3}\.\d{1,3}\b/.exec(response) ?? [];
  const isAboutTheMail = code === 'EENVELOPE' || code === 'EMESSAGE';
  return { mayRetry: !(isAboutTheMail && responseCode >= 500), reason: [responseCode, enhanced].filter(Boolean).join(' ') };
}
