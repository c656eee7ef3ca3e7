import type { BotRow, OrganizationDatabase, Rebalance, StoredFill, StoredOrder, StoredTimelineEntry } from '@tenbin/db';
import type { PlayingBot } from './cast.ts';

const all = { offset: 0, limit: 100_000 };

/** Everything that is stored of a bot. */
export interface ReadBot {
  readonly row: BotRow;
  readonly begins: PlayingBot['begins'];
  readonly coin: PlayingBot['coin'];
  /** The exchange's name of it. */
  readonly account: string;
  readonly orders: ReadonlyMap<string, StoredOrder>;
  /** Of its trading, in the order of booking. */
  readonly fills: readonly StoredFill[];
  /** Of making its wallet even. */
  readonly rebalanceFills: readonly StoredFill[];
  readonly records: Awaited<ReturnType<OrganizationDatabase['records']['list']>>;
  readonly rebalances: readonly Rebalance[];
  readonly timeline: readonly StoredTimelineEntry[];
}

export async function readBot(
  organization: OrganizationDatabase,
  { row: { id, userId }, account, begins, coin }: PlayingBot,
): Promise<ReadBot> {
  const [row, sent, booked, written, rebalances, timeline] = await Promise.all([
    organization.bots.require(userId, id),
    organization.orders.listOfBot(id, all),
    organization.fills.listOfBot(id, all),
    organization.records.list(id, all),
    organization.rebalances.listOfUser(userId, { ...all, botId: id }),
    organization.timeline.list(id, all),
  ]);
  const orders = new Map(sent.map((order) => [order.clientOrderId, order]));
  const isOfRebalance = ({ clientOrderId }: StoredFill) => orders.get(clientOrderId ?? '')?.rebalanceId != null;
  const fills = booked.reverse();
  return {
    row,
    begins,
    coin,
    account: account.id,
    orders,
    fills: fills.filter((fill) => !isOfRebalance(fill)),
    rebalanceFills: fills.filter(isOfRebalance),
    records: written.reverse(),
    rebalances,
    timeline,
  };
}
