import type { BillIssuer, UsdRate } from '@tenbin/billing';

export interface MonthRate extends UsdRate {
  /** 'yyyy/mm' */
  readonly month: string;
}

/** What the platform's bills are written with. */
export interface BillTerms {
  findIssuer(): Promise<BillIssuer | null>;
  setIssuer(issuer: BillIssuer): Promise<void>;
  findRate(month: string): Promise<MonthRate | null>;
  /** In the place of the one before: bills that were issued keep theirs. */
  setRate(rate: MonthRate): Promise<void>;
  /** The latest month first. */
  listRates(limit: number): Promise<MonthRate[]>;
}
