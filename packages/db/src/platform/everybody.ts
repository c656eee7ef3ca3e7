import type { PairName } from '@tenbin/market';
import type { AnyListedBot, BotList } from '../bots/bot-list.ts';
import type { StoredOrder } from '../orders/orders.ts';
import type { User } from '../users/users.ts';

/** What somebody looks for over all organizations. */
export interface PeopleQuery {
  /** Part of the address, any case. */
  readonly email?: string | undefined;
  /** The id, or the short number that users know. */
  readonly id?: string | undefined;
  readonly organizationId?: string | undefined;
}

/** A user, with whose. */
export interface PlatformUser extends Pick<User, 'id' | 'email' | 'uid' | 'createdAt' | 'verifiedAt' | 'bannedAt'> {
  readonly organizationId: string;
  readonly lastSeenAt: Date | null;
  readonly botCount: number;
  readonly runningCount: number;
}

/** What an organization has now. */
export interface OrganizationFigures {
  readonly users: number;
  readonly bots: number;
  readonly runningBots: number;
}

/** An order of any bot that has not ended. */
export interface OpenOrder
  extends Pick<StoredOrder, 'botId' | 'side' | 'price' | 'amount' | 'reportedFilled' | 'clientOrderId' | 'sentAt'> {
  readonly organizationId: string;
}

/** The users and bots of all organizations: for operators alone. Nobody who was deleted is among them. */
export interface Everybody {
  /** Newest first. */
  listUsers(query: PeopleQuery, page: { readonly offset: number; readonly limit: number }): Promise<PlatformUser[]>;
  countUsers(query: PeopleQuery): Promise<number>;
  findUser(id: string): Promise<PlatformUser | null>;
  readonly botList: Pick<BotList<AnyListedBot>, 'list' | 'count' | 'find' | 'all'>;
  /** On a pair of an exchange: of each side so many, best price first. */
  openOrders(exchangeId: string, pair: PairName, maxPerSide: number): Promise<OpenOrder[]>;
  /** By organization; one that has nothing is not among them. */
  figures(): Promise<ReadonlyMap<string, OrganizationFigures>>;
  /** Of users, administrators and operators, those who left too: by id, their address. */
  emailsOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Everybody who has, or had, this address, in any organization: their ids. */
  idsOf(email: string): Promise<string[]>;
}
