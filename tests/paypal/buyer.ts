import type { UserPlan } from '@tenbin/billing';
import type { PurchasePurpose } from '@tenbin/contract';
import type { User } from '@tenbin/db';
import type { Decimal } from '@tenbin/market';
import type { StandInSubscription, StandInTransaction } from '@tenbin/paypal/stand-in';
import { buildBot, buildExchangeAccount, buildUser, contractRecord } from '@tenbin/testkit';
import { openCheckout } from '../../apps/server/src/payments/open-checkout.ts';
import { cancelSubscription } from '../../apps/server/src/payments/reconcile-subscription.ts';
import type { PaymentScope } from '../../apps/server/src/payments/seller.ts';
import { settleCheckout } from '../../apps/server/src/payments/settle-checkout.ts';
import { planStatusOf } from '../../apps/server/src/plans/entitlement.ts';
import { refusalOf } from '../../apps/server/src/route/refusal-of.ts';
import type { PaymentStage } from '../../apps/server/src/testing/payment-stage.ts';

/** A payment, and of what. */
export interface Sold {
  readonly held: StandInSubscription;
  readonly sale: StandInTransaction;
}

/** Somebody who buys plans and wants a bot to run. */
export class Buyer {
  readonly #stage: PaymentStage;
  readonly #scope: PaymentScope;
  readonly user: User;
  readonly #botId: string;
  /** Ids at the provider of all that they agreed to or were led to. */
  readonly bought = new Set<string>();
  /** Payments of theirs that a bank took back and that did not come back, by their ids: of which subscription, and when. */
  readonly reversals = new Map<string, { readonly subscriptionId: string; readonly at: Date }>();
  /** Ids of subscriptions of which a payment came back: what failed before that was heard of only then. */
  readonly reinstated = new Set<string>();
  /** Ids of those that were to be paid anew, by what was to take their place. */
  readonly #predecessors = new Map<string, string>();

  private constructor(stage: PaymentStage, user: User, botId: string) {
    this.#stage = stage;
    this.#scope = { organization: stage.own, deps: stage.deps };
    this.user = user;
    this.#botId = botId;
  }

  static async appear(stage: PaymentStage): Promise<Buyer> {
    const { database, tenbin, exchange } = stage.server;
    const user = await buildUser(database, tenbin.id);
    const account = await buildExchangeAccount(database, { organizationId: tenbin.id, userId: user.id, exchangeId: exchange.id });
    const bot = await buildBot(database, tenbin.id, { userId: user.id, exchangeAccountId: account.id });
    return new Buyer(stage, user, bot.id);
  }

  /** Those of theirs that the provider has, the newest last. */
  get atProvider(): StandInSubscription[] {
    return [...this.bought].flatMap((id) => this.#stage.standIn.books.subscriptions.get(id) ?? []);
  }

  get living(): StandInSubscription | undefined {
    return this.atProvider.findLast(({ status }) => status === 'ACTIVE' || status === 'SUSPENDED');
  }

  /** Payments of theirs over which a dispute is open. */
  get disputed(): readonly Sold[] {
    const sold = this.atProvider.flatMap((held) => held.transactions.map((sale) => ({ held, sale })));
    return sold.filter(({ sale: { disputeId } }) => disputeId != null);
  }

  /** The one whose payments it goes on by: what was paid stays paid when its payer pays anew, until it is charged itself. */
  paidThrough(held: StandInSubscription): StandInSubscription {
    const before = held.lastPayment === null ? this.#predecessors.get(held.id) : undefined;
    const found = before === undefined ? undefined : this.#stage.standIn.books.subscriptions.get(before);
    return found ? this.paidThrough(found) : held;
  }

  /**
   * Goes through a purchase. What is refused, and what the provider does not answer, is left as it is.
   *
   * @param comesBack - false: they agree, and close the window
   */
  async buy(plan: UserPlan, purpose: PurchasePurpose, { agrees, comesBack }: { agrees: boolean; comesBack: boolean }): Promise<void> {
    await this.#try(async () => {
      const request = { userPlanId: plan.id, purpose };
      const before = this.living;
      const buyer = { userId: this.user.id, language: 'ja', share: () => undefined } as const;
      const { paypalSubscriptionId, approveUrl } = await openCheckout(request, buyer, this.#scope);
      this.bought.add(paypalSubscriptionId);
      if (purpose === 'renew' && before) this.#predecessors.set(paypalSubscriptionId, before.id);
      const asked = this.#stage.standIn.books.subscriptions.get(paypalSubscriptionId);
      if (!asked?.asked || approveUrl === null) return;
      await this.#stage.standIn.act((books) => (agrees ? books.agree(asked) : books.decline(asked)));
      const checkout = comesBack ? await this.#stage.own.checkouts.findByPaypal(paypalSubscriptionId) : null;
      if (checkout) await settleCheckout(checkout, this.#scope);
    });
  }

  async cancel(): Promise<void> {
    const present = await this.#stage.own.subscriptions.findLatestOfUser(this.user.id);
    if (present) await this.#try(() => cancelSubscription(present, this.#scope));
  }

  /** As the console does: where their plan lets them. */
  async startBot(): Promise<void> {
    if (await this.mayRun()) await this.#setActive();
  }

  /** Their bot has traded so much, in USD, just now. */
  async trade(volume: Decimal): Promise<void> {
    const records = [contractRecord({ createdAt: this.#stage.server.clock.now(), volume })];
    await this.#stage.own.journal.record({ botId: this.#botId, epoch: 0 }, { records });
  }

  async mayRun(): Promise<boolean> {
    const { deps, organization } = this.#scope;
    const settings = await deps.organizations.require(organization.organizationId);
    const planStatus = await planStatusOf({ organization, userId: this.user.id }, settings, deps);
    return planStatus.entitlement.stopReasons.length === 0;
  }

  async runs(): Promise<boolean> {
    return (await this.#stage.own.bots.require(this.user.id, this.#botId)).active;
  }

  async #setActive(): Promise<void> {
    await this.#stage.own.bots.setActive(this.user.id, this.#botId, { active: true, by: this.user.id, at: this.#stage.server.clock.now() });
  }

  async #try(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (refusalOf(error) === null) throw error;
    }
  }
}
