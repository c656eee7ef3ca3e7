import { ledgerStateOf, requireSettings, whyNothing } from '@tenbin/bots';
import { type AnyBotRow, type OrganizationDatabase, platformOrganizationId, type VirtualAccount } from '@tenbin/db';
import { DomainError } from '@tenbin/market';
import { isByHand, type StrategySettings } from '@tenbin/strategy';
import type { ServerContext } from '../../context.ts';
import { Refusal } from '../../route/refusal.ts';

export interface WantedBot {
  readonly account: VirtualAccount;
  /** Of its virtual account's bots the one that is meant. */
  readonly isMeant: (settings: StrategySettings) => boolean;
  /** How it is to trade: of one that is there already, from now on, also while it runs. Null: as it does. */
  readonly strategy: StrategySettings | null;
  /**  orders only rest. */
  readonly postOnly?: boolean;
  readonly by: string;
}

/**
 * Starts a bot on a virtual account's money. The one that is meant is there once: it is made, or changed, and asked to run.
 * worker is told after the commit.
 *
 * @throws {Refusal} `ledgerFrozen`, `ledgerOverdrawn`, `ledgerClosed`, `botNotFound` where there is none and nobody says how it
 *   is to trade; {DomainError} what its settings may not be
 */
export async function startVirtualAccountBot(
  within: OrganizationDatabase,
  { account, isMeant, strategy, postOnly = true, by }: WantedBot,
  deps: ServerContext,
): Promise<AnyBotRow> {
  requireActive(account);
  const known = await findBot(within, account, isMeant);
  if (strategy !== null) requireSettings({ name: strategy.kind, strategy });
  const made = known || strategy === null ? null : await makeBot(within, { account, strategy, postOnly });
  // Somebody else may have made it at the same moment: it is changed, as one that was there before.
  const bot = made ?? known ?? (await findBot(within, account, isMeant));
  if (!bot) throw new Refusal('botNotFound');
  if (!made && strategy !== null) await within.bots.changeStrategy(bot.id, strategy);
  const asked = await within.bots.setActive(null, bot.id, { active: true, by, at: deps.clock.now() });
  announceBot(within, asked, deps);
  return asked;
}

/** @throws {Refusal} `botNotFound` */
export async function stopVirtualAccountBot(
  within: OrganizationDatabase,
  { account, isMeant, by }: Pick<WantedBot, 'account' | 'isMeant' | 'by'>,
  deps: ServerContext,
): Promise<AnyBotRow> {
  const known = await findBot(within, account, isMeant);
  if (!known) throw new Refusal('botNotFound');
  const asked = await within.bots.setActive(null, known.id, { active: false, by, at: deps.clock.now() });
  announceBot(within, asked, deps);
  return asked;
}

/** The one that sends what is asked for by hand: every virtual account has one, which always runs. */
export async function requireHand(within: OrganizationDatabase, account: VirtualAccount): Promise<AnyBotRow> {
  const hand = await findBot(within, account, isByHand);
  if (!hand) throw new Error(`nothing sends orders by hand for ${account.id}`);
  return hand;
}

/**  worker, and whoever looks on, is told after the commit that something of a virtual account has changed. */
export const announceBot = (within: OrganizationDatabase, bot: AnyBotRow, { signals }: Pick<ServerContext, 'signals'>): void =>
  within.onCommit(() => signals.botChanged(platformOrganizationId, bot));

async function findBot(
  within: OrganizationDatabase,
  { id }: VirtualAccount,
  isMeant: WantedBot['isMeant'],
): Promise<AnyBotRow | undefined> {
  return (await within.bots.listOfSubAccount(id)).find(({ strategy }) => isMeant(strategy));
}

/** @returns null where it is there by now */
async function makeBot(
  within: OrganizationDatabase,
  { account, strategy, postOnly }: { readonly account: VirtualAccount; readonly strategy: StrategySettings; readonly postOnly: boolean },
): Promise<AnyBotRow | null> {
  const { id: virtualAccountId, exchangeAccountId } = account;
  const bot = { userId: null, exchangeAccountId, virtualAccountId, name: strategy.kind, type: 'MANUAL', strategy, postOnly } as const;
  return within.bots.create(bot).catch((error: unknown) => {
    if (error instanceof DomainError && error.code === 'botExists') return null;
    throw error;
  });
}

function requireActive(account: VirtualAccount): void {
  const because = whyNothing(ledgerStateOf(account));
  if (because !== null) throw new Refusal(because);
}
