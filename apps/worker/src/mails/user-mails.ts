import { type Brand, brandOfOrganization, pageOfBrand, type Reached } from '@tenbin/brand';
import type { OrganizationDatabase, User } from '@tenbin/db';
import type { Clock, Log } from '@tenbin/engine';
import { type MailSubject, type RenderedMail, renderMail } from '@tenbin/mail';
import { mailBrandOf } from './mail-brand.ts';

/** What a mail is made of. */
export interface MailFacts {
  /** As it is with what the transaction stores. */
  readonly organization: OrganizationDatabase;
  readonly now: Date;
  /** The page of a bot. */
  readonly urlOf: (botId: string) => string;
}

/** What somebody is told; null where there is nothing to tell any more. */
export type WriteMail = (facts: MailFacts) => Promise<{ readonly userId: string; readonly mail: MailSubject } | null>;

/** Tells users by mail what happened while they were not looking. */
export class UserMails {
  readonly #reached: Reached;
  readonly #given: { readonly clock: Clock; readonly log: Log };

  /** @param reached - where people reach the console */
  constructor(reached: Reached, given: { readonly clock: Clock; readonly log: Log }) {
    this.#reached = reached;
    this.#given = given;
  }

  /**
   * Puts a mail into the outbox: in the transaction that stores what it tells, so that there is one with the other, or
   * neither. Whoever commits it wakes the sender (`channels.mailsWaiting`).
   *
   * A text that cannot be written is logged, and keeps nothing from being stored: the screen says the same.
   *
   * @throws what the database throws; the transaction is of no more use then
   */
  async put(transaction: OrganizationDatabase, write: WriteMail): Promise<void> {
    const now = this.#given.clock.now();
    const brand = brandOfOrganization(await transaction.organization(), this.#reached);
    const urlOf = (botId: string): string => pageOfBrand(brand, `/bots/${botId}`, this.#reached);
    const written = await write({ organization: transaction, now, urlOf });
    const user = written && (await transaction.users.find(written.userId));
    const mail = user && this.#render(written.mail, { user, brand });
    if (mail) await transaction.mails.put({ ...mail, to: user.email, at: now });
  }

  #render(about: MailSubject, { user: { id, language }, brand }: { readonly user: User; readonly brand: Brand }): RenderedMail | null {
    try {
      return renderMail(about, { language, brand: mailBrandOf(brand, this.#reached.publicUrl) });
    } catch (error) {
      this.#given.log.error({ userId: id, template: about.template, error: String(error) }, 'mail.notWritten');
      return null;
    }
  }
}
