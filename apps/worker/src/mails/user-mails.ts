import { channels } from '@tenbin/bots';
import type { Brand } from '@tenbin/brand';
import type { Database, OrganizationDatabase } from '@tenbin/db';
import type { Clock, Log } from '@tenbin/engine';
import { type MailSubject, renderMail } from '@tenbin/mail';
import { mailBrandOf } from './mail-brand.ts';

export interface UserMailSettings {
  /** By the organizations' slugs. */
  readonly brands: ReadonlyMap<string, Brand>;
  /** Where people reach the console, without a slash at the end. */
  readonly publicUrl: string;
}

/** What a mail is made of. */
export interface MailFacts {
  readonly organization: OrganizationDatabase;
  readonly now: Date;
  /** The page of a bot. */
  readonly urlOf: (botId: string) => string;
}

/** What somebody is told; null where there is nothing to tell any more. */
export type WriteMail = (facts: MailFacts) => Promise<{ readonly userId: string; readonly mail: MailSubject } | null>;

/** Tells users by mail what happened while they were not looking. */
export class UserMails {
  readonly #db: Database;
  readonly #settings: UserMailSettings;
  readonly #given: { readonly clock: Clock; readonly log: Log };

  constructor(db: Database, settings: UserMailSettings, given: { readonly clock: Clock; readonly log: Log }) {
    this.#db = db;
    this.#settings = settings;
    this.#given = given;
  }

  /** Puts the mail into the outbox. What goes wrong is logged: the screen says the same. */
  async put(organizationId: string, write: WriteMail): Promise<void> {
    try {
      await this.#put(organizationId, write);
    } catch (error) {
      this.#given.log.error({ organizationId, error: String(error) }, 'mail.notWritten');
    }
  }

  async #put(organizationId: string, write: WriteMail): Promise<void> {
    const { brands, publicUrl } = this.#settings;
    const now = this.#given.clock.now();
    const organization = this.#db.forOrganization(organizationId);
    const brand = brands.get((await organization.organization()).slug);
    const written = brand && (await write({ organization, now, urlOf: (botId) => `${publicUrl}/bots/${botId}` }));
    if (!brand || !written) return;
    const { email, language } = await organization.users.require(written.userId);
    const mail = renderMail(written.mail, { language, brand: mailBrandOf(brand, publicUrl) });
    await organization.mails.put({ ...mail, to: email, at: now });
    await this.#db.notify(channels.mailsWaiting, '');
  }
}
