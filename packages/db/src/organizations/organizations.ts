import type { Language } from '@tenbin/accounts';
import type { OrganizationPlanName, OrganizationPrices, PlanOption, Yen } from '@tenbin/billing';
import type { BrandKit } from '@tenbin/brand';
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
  /** Ids of those that its users may use, of what the platform lets it offer; null: all of these. */
  readonly exchanges: readonly string[] | null;
  /** Its administrators need a second factor. */
  readonly requireTwoFactor: boolean;
}

/** What an organization may have at most; null: no limit. */
export interface OrganizationLimits {
  readonly users: number | null;
  readonly bots: number | null;
  /** Its share of the workers: so many of its bots run, or are rebalanced, at a time. */
  readonly workersShare: number | null;
}

/** A tenant. */
export interface Organization {
  readonly id: string;
  /** Names its brand: the folder `brands/<slug>`. */
  readonly slug: string;
  readonly name: string;
  /** Its users count as paid. */
  readonly isFree: boolean;
  /** What the platform offers it, and charges it for. */
  readonly plan: OrganizationPlanName;
  readonly planOptions: readonly PlanOption[];
  readonly ownPrices: OwnPrices;
  readonly settings: OrganizationSettings;
  readonly helpPages: HelpPages;
  /** What it has changed of its brand, as it is shown; null: nothing. */
  readonly brandKit: BrandKit | null;
  readonly limits: OrganizationLimits;
  /** Since then its users read, and nothing trades; null: it is not suspended. */
  readonly suspendedAt: Date | null;
  readonly createdAt: Date;
}

/** Prices of one organization, in the place of everybody's. */
export type OwnPrices = Partial<OrganizationPrices> & { readonly options?: Readonly<Partial<Record<PlanOption, Yen>>> };

/** By topic (`whatIsBp`, `orderWidth`, …) a page in Markdown; empty in a language that it is not written in. */
export type HelpPages = Readonly<Record<string, Readonly<Record<Language, string>>>>;

export interface NewOrganization {
  readonly slug: string;
  readonly name: string;
  readonly isFree?: boolean;
  /** FREE where it is free, else BASIC. */
  readonly plan?: OrganizationPlanName;
  readonly planOptions?: readonly PlanOption[];
  readonly ownPrices?: OwnPrices;
  readonly settings?: Partial<OrganizationSettings>;
  readonly helpPages?: HelpPages;
  readonly brandKit?: BrandKit | null;
  readonly limits?: Partial<OrganizationLimits>;
}

export type OrganizationChanges = Partial<Omit<NewOrganization, 'slug'>> & { readonly suspendedAt?: Date | null };

/** What its own administrators may change. */
export type OwnChanges = Pick<OrganizationChanges, 'name' | 'settings' | 'helpPages' | 'brandKit'>;

/** All organizations: the platform's. */
export interface Organizations {
  find(id: string): Promise<Organization | null>;
  findBySlug(slug: string): Promise<Organization | null>;
  /** Oldest first; that of test bots is not among them. */
  list(): Promise<Organization[]>;
  /** @throws {DomainError} `organizationExists` when the slug is taken */
  create(organization: NewOrganization): Promise<Organization>;
  /**
   * Settings and limits are merged by key.
   *
   * @throws {DomainError} `organizationNotFound`
   */
  update(id: string, changes: OrganizationChanges): Promise<Organization>;
}
