import { type Brand, brandOfOrganization, pageOfBrand, type Reached } from '@tenbin/brand';
import type { OrganizationDatabase, User } from '@tenbin/db';
import type { Clock } from '@tenbin/engine';
import { type MailSubject, mailForUser, pushForUser } from '@tenbin/mail';
import type { Log } from '@tenbin/telemetry';

/** What a mail is made of. */
export interface MailFacts {
  /** As it is with what the transaction stores. */
  readonly organization: OrganizationDatabase;
  readonly now: Date;
  /** The page of a bot. */
  readonly urlOf: (botId: string) => string;
  readonly pageOf: (page: string) => string;
}

/** What somebody is told; null where there is nothing to tell any more. */
export type WriteMail = (facts: MailFacts) => Promise<{ readonly userId: string; readonly mail: MailSubject } | null>;

/** Where people reach the console, and what makes the proof in a mail by which its reader switches such mails off. */
export interface UserMailSettings extends Reached {
  readonly seal: (text: string, identity: string) => string;
}

/** Tells users by mail, and in their browsers, what happened while they were not looking. */
export class UserMails {
  readonly #settings: UserMailSettings;
  readonly #given: { readonly clock: Clock; readonly log: Log };

  constructor(settings: UserMailSettings, given: { readonly clock: Clock; readonly log: Log }) {
    this.#settings = settings;
    this.#given = given;
  }

  /**
   * Stores a mail with the job that sends it, and a job for each browser: in the transaction that stores what it tells, so that there is one with the other, or
   * neither.
   *
   * A text that cannot be written is logged, and keeps nothing from being stored: the screen says the same.
   *
   * @throws what the database throws; the transaction is of no more use then
   */
  async put(transaction: OrganizationDatabase, write: WriteMail): Promise<void> {
    const now = this.#given.clock.now();
    const brand = brandOfOrganization(await transaction.organization(), this.#settings);
    const pageOf = (page: string): string => pageOfBrand(brand, page, this.#settings);
    const written = await write({ organization: transaction, now, pageOf, urlOf: (botId) => pageOf(`/bots/${botId}`) });
    const user = written && (await transaction.users.find(written.userId));
    const { organizationId } = transaction;
    const told = user && this.#write(written.mail, { user, brand, organizationId });
    if (told?.mail) await transaction.mails.put({ ...told.mail, at: now });
    if (user && told?.push) await transaction.pushes.put(user.id, told.push);
  }

  #write(about: MailSubject, { user, brand, organizationId }: { user: User; brand: Brand; organizationId: string }) {
    const { seal } = this.#settings;
    try {
      const urlOf = (page: string): string => pageOfBrand(brand, page, this.#settings);
      return { mail: mailForUser(about, user, { brand, organizationId, seal, urlOf }), push: pushForUser(about, user) };
    } catch (error) {
      this.#given.log.error({ userId: user.id, template: about.template, err: error }, 'mail.write_failed');
      return null;
    }
  }
}
