import { channels } from '@tenbin/bots';
import type { Brand } from '@tenbin/brand';
import type { Database } from '@tenbin/db';
import type { Clock, Log } from '@tenbin/engine';
import { renderMail } from '@tenbin/mail';
import type { StoppedByItself } from '../bots/fleet.ts';
import { mailBrandOf } from './mail-brand.ts';

export interface StopMailSettings {
  /** By the organizations' slugs. */
  readonly brands: ReadonlyMap<string, Brand>;
  /** Where people reach the console, without a slash at the end. */
  readonly publicUrl: string;
}

/** Tells users by mail that a bot of theirs stopped by itself. */
export class StopMails {
  readonly #db: Database;
  readonly #settings: StopMailSettings;
  readonly #given: { readonly clock: Clock; readonly log: Log };

  constructor(db: Database, settings: StopMailSettings, given: { readonly clock: Clock; readonly log: Log }) {
    this.#db = db;
    this.#settings = settings;
    this.#given = given;
  }

  /** Puts the mail into the outbox. What goes wrong is logged: the bot's message says the same. */
  async put(stop: StoppedByItself): Promise<void> {
    const { clock, log } = this.#given;
    try {
      await this.#put(stop, clock.now());
    } catch (error) {
      log.error({ botId: stop.botId, error: String(error) }, 'mail.notWritten');
    }
  }

  async #put({ organizationId, botId, reason, receipt, hadRun }: StoppedByItself, now: Date): Promise<void> {
    const organization = this.#db.forOrganization(organizationId);
    const bot = await organization.bots.find(botId);
    const brand = this.#settings.brands.get((await organization.organization()).slug);
    if (!bot || !brand) return;
    const { email, language } = await organization.users.require(bot.userId);
    const mail = renderMail(
      {
        template: 'botStopped',
        botName: bot.name,
        exchangeName: bot.exchangeName,
        code: reason,
        isLaunch: !hadRun,
        cancelled: receipt?.cancelled.length ?? null,
        stoppedAt: receipt?.confirmedAt ?? now,
        url: `${this.#settings.publicUrl}/bots/${botId}`,
      },
      { language, brand: mailBrandOf(brand, this.#settings.publicUrl) },
    );
    await organization.mails.put({ ...mail, to: email, at: now });
    await this.#db.notify(channels.mailsWaiting, '');
  }
}
