import { BillingError } from './billing-error.ts';

/** Makes a plan visible to those who know it. */
export interface Campaign {
  readonly code: string;
  /** Entered later than that, it is refused; null: never. */
  readonly expiresAt: Date | null;
  /** Only for accounts that were made through an invitation link. */
  readonly affiliateOnly: boolean;
}

/** Capitals and digits without those that look alike: 0 and O, 1, I and L, U and V. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTWXYZ';
const codeLength = 8;

/** @param below - a whole number of [0, most), that cannot be guessed */
export const campaignCodeFrom = (below: (most: number) => number): string =>
  Array.from({ length: codeLength }, () => alphabet[below(alphabet.length)]).join('');

/** Reads a code as people type it: any case, full-width too, with spaces and hyphens. @returns null where it can be none */
export function parseCampaignCode(text: string): string | null {
  const code = text.normalize('NFKC').replace(/[\s-]/g, '').toUpperCase();
  return code.length === codeLength && [...code].every((character) => alphabet.includes(character)) ? code : null;
}

/** Why a code cannot be used, in the order in which it is asked. Names of the API. */
export const campaignCodeFaults = [
  'invalidCode',
  'invalidAffiliateCode',
  'codeExpired',
  'alreadyRegistered',
  'alreadyRegisteredPlan',
] as const;
export type CampaignCodeFault = (typeof campaignCodeFaults)[number];

export interface CampaignEntry {
  /** The plan series that the code belongs to, with its campaign; null: nobody has such a code, or its plan is gone. */
  readonly found: { readonly seriesId: string; readonly campaign: Campaign } | null;
  /** The user's account was made through an invitation link. */
  readonly wasInvited: boolean;
  /** The user redeemed this very code before. */
  readonly isRedeemed: boolean;
  /** Of the plan that the user is on; null: none. */
  readonly currentSeriesId: string | null;
}

/** The first of {@link campaignCodeFaults} that holds; null: the code may be redeemed. */
export function campaignCodeFault({ found, wasInvited, isRedeemed, currentSeriesId }: CampaignEntry, now: Date): CampaignCodeFault | null {
  if (found === null) return 'invalidCode';
  const { seriesId, campaign } = found;
  if (campaign.affiliateOnly && !wasInvited) return 'invalidAffiliateCode';
  if (campaign.expiresAt !== null && now >= campaign.expiresAt) return 'codeExpired';
  if (isRedeemed) return 'alreadyRegistered';
  return seriesId === currentSeriesId ? 'alreadyRegisteredPlan' : null;
}

/** @throws {DomainError} each of {@link campaignCodeFaults} */
export function requireRedeemable(entry: CampaignEntry, now: Date): void {
  const fault = campaignCodeFault(entry, now);
  if (fault !== null) throw new BillingError(fault);
}
