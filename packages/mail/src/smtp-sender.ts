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

  constructor(message: string, { mayRetry, cause }: { mayRetry: boolean; cause: unknown }) {
    super(message, { cause });
    this.name = 'MailError';
    this.mayRetry = mayRetry;
  }
}

const timeoutMs = 20_000;

/**
 * Sends over SMTP, with a few connections kept open. Upgrades to TLS where the server offers it, and checks its certificate.
 *
 * @param url - `smtp://user:password@host:587`, or `smtps://…` for TLS from the first byte
 * @param options - `from`: the sender, 'Tenbin <no-reply@tenbin.example>'; `requiresTls`: nothing is sent to a server that offers none
 * @throws {Error} at once where the address is not an SMTP address
 */
export function createSmtpSender(url: string, { from, requiresTls }: { from: string; requiresTls: boolean }): MailSender {
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
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ to, subject, text, html }) {
      try {
        // As an object, so that a comma in an address cannot make two of it.
        await transport.sendMail({ from, to: { name: '', address: to }, subject, text, html });
      } catch (error) {
        throw new MailError('the mail server did not take the mail', { mayRetry: !isDefiniteNo(error), cause: error });
      }
    },
    close: () => transport.close(),
  };
}

/** The server refused this very mail or its reader. A refused log-in is ours to mend, and the mail is still good. */
function isDefiniteNo(error: unknown): boolean {
  if (!(error instanceof Error && 'code' in error && 'responseCode' in error)) return false;
  const isAboutTheMail = error.code === 'EENVELOPE' || error.code === 'EMESSAGE';
  return isAboutTheMail && Number(error.responseCode) >= 500;
}
