import type { Language } from '@tenbin/accounts';
import type { Currency, Decimal, PairName } from '@tenbin/market';

export interface OrganizationSettings {
  /** Pairs that its users are not offered. */
  readonly omitPairs: readonly PairName[];
  /** Days until a session ends, and hours without use. */
  readonly sessionDays: number;
  readonly sessionIdleHours: number;
  /** Percent that a currency may differ from its even share at start. */
  readonly balanceTolerance: number;
  /** How many bots a user may have. */
  readonly botsPerUser: number;
  /** What a rebalance costs: percent of the turnover, by currency. */
  readonly rebalanceFees: Readonly<Record<Currency, number>>;
  /** Percent: where set-up begins in a brand with `defaultOrderWidth`. */
  readonly defaultOrderWidth: number;
  /** What a wallet must hold for a start in a brand with `checkBtcBalance`. */
  readonly minimumBtcBalance: Decimal;
  /** IANA: where its days and months begin. */
  readonly timeZone: string;
  /** Whom its users ask. */
  readonly contactEmail: string | null;
}

/** A tenant. */
export interface Organization {
  readonly id: string;
  /** Names its brand: the folder `brands/<slug>`. */
  readonly slug: string;
  readonly name: string;
  /** Its users count as paid. */
  readonly isFree: boolean;
  readonly settings: OrganizationSettings;
  readonly helpPages: HelpPages;
  readonly createdAt: Date;
}

/** By topic (`whatIsBp`, `orderWidth`, …) a page in Markdown; empty in a language that it is not written in. */
export type HelpPages = Readonly<Record<string, Readonly<Record<Language, string>>>>;

export interface NewOrganization {
  readonly slug: string;
  readonly name: string;
  readonly isFree?: boolean;
  readonly settings?: Partial<OrganizationSettings>;
  readonly helpPages?: HelpPages;
}

/** All organizations: the platform's. */
export interface Organizations {
  find(id: string): Promise<Organization | null>;
  findBySlug(slug: string): Promise<Organization | null>;
  /** Oldest first. */
  list(): Promise<Organization[]>;
  /** @throws {DomainError} `organizationExists` when the slug is taken */
  create(organization: NewOrganization): Promise<Organization>;
  /**
   * Settings are merged by key.
   *
   * @throws {DomainError} `organizationNotFound`
   */
  update(id: string, changes: Partial<Omit<NewOrganization, 'slug'>>): Promise<Organization>;
}
