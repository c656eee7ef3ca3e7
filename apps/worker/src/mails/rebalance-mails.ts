import { channels } from '@tenbin/bots';
import type { Database, Rebalance } from '@tenbin/db';
import type { Clock, Log } from '@tenbin/engine';
import { renderMail } from '@tenbin/mail';
import { type Balances, isPositive, roundDecimal } from '@tenbin/market';
import { serviceFeesOf } from '@tenbin/strategy';
import { mailBrandOf } from './mail-brand.ts';
import type { StopMailSettings } from './stop-mails.ts';

/** A rebalance that was completed, or failed. */
export interface EndedRebalance {
  readonly organizationId: string;
  readonly rebalanceId: string;
}

/** Tells users by mail how a rebalance of theirs ended. */
export class RebalanceMails {
  readonly #db: Database;
  readonly #settings: StopMailSettings;
  readonly #given: { readonly clock: Clock; readonly log: Log };

  constructor(db: Database, settings: StopMailSettings, given: { readonly clock: Clock; readonly log: Log }) {
    this.#db = db;
    this.#settings = settings;
    this.#given = given;
  }

  /** Puts the mail into the outbox. What goes wrong is logged: the log of rebalances says the same. */
  async put(ended: EndedRebalance): Promise<void> {
    const { clock, log } = this.#given;
    try {
      await this.#put(ended, clock.now());
    } catch (error) {
      log.error({ rebalanceId: ended.rebalanceId, error: String(error) }, 'mail.notWritten');
    }
  }

  async #put({ organizationId, rebalanceId }: EndedRebalance, now: Date): Promise<void> {
    const organization = this.#db.forOrganization(organizationId);
    const rebalance = await organization.rebalances.find(rebalanceId);
    const brand = this.#settings.brands.get((await organization.organization()).slug);
    if (!rebalance || !brand) return;
    const { botId, botName, exchangeName, userId, balancesAfter, turnover, feePercents } = rebalance;
    const bot = await organization.bots.find(botId);
    const { email, language } = await organization.users.require(userId);
    const mail = renderMail(
      {
        template: 'rebalanceEnded',
        botName,
        exchangeName,
        failure: failureOf(rebalance),
        startsBot: bot?.active ?? false,
        balances: amountsOf(balancesAfter ?? {}),
        serviceFees: amountsOf(serviceFeesOf(turnover, feePercents)),
        url: `${this.#settings.publicUrl}/bots/${botId}`,
      },
      { language, brand: mailBrandOf(brand, this.#settings.publicUrl) },
    );
    await organization.mails.put({ ...mail, to: email, at: now });
    await this.#db.notify(channels.mailsWaiting, '');
  }
}

function failureOf({ status, reason, facts }: Rebalance) {
  if (status === 'completed') return null;
  const named = (fact: unknown) => (typeof fact === 'string' ? fact : '');
  return { code: reason ?? 'internal', currency: named(facts.currency), other: named(facts.other) };
}

const amountsOf = (amounts: Balances): string[] =>
  Object.entries(amounts).flatMap(([currency, amount]) => (isPositive(amount) ? [`${roundDecimal(amount, 8)} ${currency}`] : []));
