import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type CampaignEntry,
  campaignCodeFault,
  campaignCodeFaults,
  campaignCodeFrom,
  parseCampaignCode,
  requireRedeemable,
} from './campaign-code.ts';
import { day } from './testing/samples.ts';

const good: CampaignEntry = {
  found: { seriesId: 'campaign', campaign: { code: 'ABCDEFGH', expiresAt: day(10), affiliateOnly: true } },
  wasInvited: true,
  isRedeemed: false,
  currentSeriesId: 'standard',
};

test('a code has eight characters, none of which looks like another', () => {
  const picks = fc.array(fc.nat(), { minLength: 8, maxLength: 8 });
  fc.assert(
    fc.property(picks, (numbers) => {
      const rest = [...numbers];
      const code = campaignCodeFrom((most) => (rest.shift() ?? 0) % most);
      expect(code).toMatch(/^[2-9A-Z]{8}$/);
      expect(code).not.toMatch(/[01OILUV]/);
      expect(parseCampaignCode(code)).toBe(code);
    }),
  );
});

test('a code is read as people type it', () => {
  for (const text of [' abcd-efgh ', 'ＡＢＣＤ－ｅｆｇｈ']) expect(parseCampaignCode(text), text).toBe('ABCDEFGH');
  for (const text of ['', 'ABCDEFG', 'ABCDEFGHJ', 'ABCDEFG0', 'ＡＢＣＤＥＦＧ０', "'; drop"])
    expect(parseCampaignCode(text), text).toBeNull();
});

test('a good code may be redeemed until it expires', () => {
  expect(campaignCodeFault(good, day(9))).toBeNull();
  expect(() => requireRedeemable(good, day(9))).not.toThrow();
  expect(campaignCodeFault(good, day(10))).toBe('codeExpired');
});

/** Each makes a good entry bad for one reason. */
const spoil: Readonly<Record<string, (entry: CampaignEntry) => CampaignEntry>> = {
  invalidCode: (entry) => ({ ...entry, found: null }),
  invalidAffiliateCode: (entry) => ({ ...entry, wasInvited: false }),
  codeExpired: (entry) => ({
    ...entry,
    found: entry.found && { ...entry.found, campaign: { ...entry.found.campaign, expiresAt: day(1) } },
  }),
  alreadyRegistered: (entry) => ({ ...entry, isRedeemed: true }),
  alreadyRegisteredPlan: (entry) => ({ ...entry, currentSeriesId: 'campaign' }),
};

test('of several reasons the first in the order is told', () => {
  expect(Object.keys(spoil)).toEqual(campaignCodeFaults);
  fc.assert(
    fc.property(fc.subarray([...campaignCodeFaults], { minLength: 1 }), (reasons) => {
      const entry = reasons.reduceRight<CampaignEntry>((made, reason) => spoil[reason]?.(made) ?? made, good);
      expect(campaignCodeFault(entry, day(5))).toBe(reasons[0]);
      expect(() => requireRedeemable(entry, day(5))).toThrow(reasons[0]);
    }),
  );
});

test('a code that is for everybody asks for no invitation', () => {
  const found = { seriesId: 'campaign', campaign: { code: 'ABCDEFGH', expiresAt: null, affiliateOnly: false } };
  expect(campaignCodeFault({ ...good, found, wasInvited: false }, day(99))).toBeNull();
});
