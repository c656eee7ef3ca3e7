import type { PairName } from '@tenbin/market';

/** An exchange as the product knows it. Shared by all organizations that offer it. */
export interface Exchange {
  readonly id: string;
  readonly name: string;
  /** The name of ccxt's class: 'binance'. */
  readonly ccxtId: string;
  /** Where it is reached instead of its real address; null for a real exchange. */
  readonly baseUrl: string | null;
  /** How much faster than real time its market moves: 1 for a real exchange. */
  readonly timeScale: number;
  readonly requiresPassphrase: boolean;
  readonly enabled: boolean;
  /** Pairs that nobody is offered there, whoever may offer it. */
  readonly omitPairs: readonly PairName[];
  readonly createdAt: Date;
}

export type NewExchange = Pick<Exchange, 'name' | 'ccxtId'> &
  Partial<Pick<Exchange, 'baseUrl' | 'timeScale' | 'requiresPassphrase' | 'enabled' | 'omitPairs'>>;

export type ExchangeChanges = Partial<Pick<Exchange, 'name' | 'ccxtId' | 'baseUrl' | 'requiresPassphrase' | 'enabled' | 'omitPairs'>>;

/** What depends on an exchange. */
export interface ExchangeUse {
  /** That may offer it. */
  readonly organizations: number;
  /** Keys that are stored, also such as nobody uses any more. */
  readonly accounts: number;
  readonly bots: number;
  /** Of these, that run or are wanted to, or are not at rest yet. */
  readonly busyBots: number;
}

/** All exchanges: the platform's. */
export interface Exchanges {
  find(id: string): Promise<Exchange | null>;
  /** By name. */
  list(): Promise<Exchange[]>;
  /** Made or changed by its name, so that a start can be repeated. */
  save(exchange: NewExchange): Promise<Exchange>;
  /** @returns null where the name is taken */
  add(exchange: NewExchange): Promise<Exchange | null>;
  /** Its row, locked until the transaction ends: no key of it is stored meanwhile. */
  lock(id: string): Promise<Exchange | null>;
  /** @returns null where the name is taken: then nothing else of the transaction can be stored */
  change(id: string, changes: ExchangeChanges): Promise<Exchange | null>;
  /** One of which no key is stored; nobody offers it any more. */
  remove(id: string): Promise<void>;
  /** By id; what nothing depends on is left out. */
  use(): Promise<ReadonlyMap<string, ExchangeUse>>;
  /** Lets an organization offer it. Repeating it changes nothing. */
  offer(organizationId: string, exchangeId: string): Promise<void>;
  withdraw(organizationId: string, exchangeId: string): Promise<void>;
  /** The enabled ones that an organization offers, by name. */
  listOffered(organizationId: string): Promise<Exchange[]>;
  /** Those that an organization may offer, whether it does or not. */
  listAllowed(organizationId: string): Promise<Exchange[]>;
  /** Those that each organization may offer, by its id. */
  listAllowedByAll(): Promise<ReadonlyMap<string, readonly Exchange[]>>;
  /** The same for every organization that offers any, by its id. */
  listOfferedByAll(): Promise<ReadonlyMap<string, readonly Exchange[]>>;
}
