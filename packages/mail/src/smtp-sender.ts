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
  /** What the server said no to, if it said anything to us at all: its reader's address, this mail, or not this mail in particular. */
  readonly about: 'address' | 'mail' | 'server';
  /** The server's code, '550 5.1.1', or what kept it from answering, 'ETIMEDOUT'; its words may name the reader, so they are not kept. */
  readonly reason: string;

  constructor({ mayRetry, about = 'mail', reason }: { mayRetry: boolean; about?: MailError['about']; reason: string }) {
    super(`the mail server did not take the mail: ${reason}`);
    this.name = 'MailError';
    this.mayRetry = mayRetry;
    this.about = about;
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
 * What the server said, or why it said nothing. A definite no is one to this very mail or its reader; a refused log-in or
 * sender is ours to mend, and the mail is still good. A no at the reader says that the address is not there only where its
 * code does: policies, spam filters and full mailboxes answer there as well, many of them with a plain 550.
 */
function refusalIn(error: unknown): { mayRetry: boolean; about: MailError['about']; reason: string } {
  const { code = 'unknown', command, responseCode, response = '' } = Object(error) as SaidNo;
  // Nothing was asked of the server: it is known beforehand that this address cannot be written to it.
  if (code === 'EENVELOPE' && command === 'API') return { mayRetry: false, about: 'mail', reason: code };
  if (responseCode === undefined) return { mayRetry: true, about: 'server', reason: code };
  const [enhanced] = /(?<=^\d{3}[ -])\d\.\d{1,3}\.\d{1,3}\b/.exec(response) ?? [];
  // 421 ends the connection, whatever it was an answer to; every mail has the same sender.
  const isAboutTheMail = (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode !== 421 && command !== 'MAIL FROM';
  const isForGood = isAboutTheMail && responseCode >= 500;
  const isAboutTheAddress = isForGood && command === 'RCPT TO' && deadAddress.has(enhanced ?? '');
  const about = isAboutTheAddress ? 'address' : isAboutTheMail ? 'mail' : 'server';
  return { mayRetry: !isForGood, about, reason: [responseCode, enhanced].filter(Boolean).join(' ') };
}

/** No such mailbox, no such host, no address at all, moved away, a domain that takes no mail, a mailbox that is closed (RFC 3463, 7505). */
const deadAddress: ReadonlySet<string> = new Set(['5.1.1', '5.1.2', '5.1.3', '5.1.6', '5.1.10', '5.2.1']);

interface SaidNo {
  readonly code?: string;
  readonly command?: string;
  readonly responseCode?: number;
  readonly response?: string;
}
