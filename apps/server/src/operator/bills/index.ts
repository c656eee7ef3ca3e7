import { type BillFacts, periodOfMonth, requireRegistrationNumber, yen } from '@tenbin/billing';
import {
  calculateOrganizationBill,
  getBillIssuer,
  getOrganizationBill,
  listOrganizationBills,
  listUsdRates,
  setBillIssuer,
  settleOrganizationBill,
  setUsdRate,
} from '@tenbin/contract';
import type { Organization, PlatformTransaction } from '@tenbin/db';
import { changesOf } from '../../audit/changes-of.ts';
import { billReply } from '../../bills/bill-reply.ts';
import { type Implementation, implementForOperator } from '../../route/implement.ts';
import { Refusal } from '../../route/refusal.ts';

/** Of what is supplied since October 2019, but for food. */
const taxRate = 10;

/**
 * What a month came to, as it is stored now: its organization's plan, options and own prices, what its users traded, and the
 * rate. A bill keeps them.
 *
 * @throws {Refusal} `usdRateMissing`
 */
async function factsOf(
  { id, plan, planOptions, ownPrices, settings }: Organization,
  month: string,
  { bills, billTerms, offer }: PlatformTransaction,
): Promise<BillFacts> {
  const { activeUsers, volume } = await bills.usageOf(id, periodOfMonth(month, settings.timeZone));
  const [plans, options, rate] = [await offer.listPlans(), await offer.listOptions(), await billTerms.findRate(month)];
  const { options: ownOptions = {}, ...own } = ownPrices;
  const prices = { monthlyPrice: yen(0), pricePerUser: yen(0), basisPoints: '0', ...plans.find(({ name }) => name === plan), ...own };
  const isVolumeCharged = Number(prices.basisPoints) > 0;
  if (isVolumeCharged && !rate) throw new Refusal('usdRateMissing', { facts: { month } });
  return {
    month,
    plan: { name: plan, price: prices.monthlyPrice },
    options: options
      .filter(({ name }) => planOptions.includes(name))
      .map(({ name, monthlyPrice }) => ({ name, price: ownOptions[name] ?? monthlyPrice })),
    activeUsers,
    pricePerUser: prices.pricePerUser,
    volume,
    basisPoints: prices.basisPoints,
    usdRate: isVolumeCharged && rate ? { yenPerUsd: rate.yenPerUsd, source: rate.source, date: rate.date } : null,
    taxRate,
  };
}

const handleCalculate = implementForOperator(
  calculateOrganizationBill,
  async ({ params, body: { month, issue, corrects }, deps, audit }) => {
    const bill = await deps.database.platform.transaction(async (within) => {
      // Whoever bills an organization waits for whoever does: a month is issued once.
      const organization = await within.forOrganization(params.id).lockOrganization();
      const last = await within.bills.findIssued(organization.id, month);
      if (corrects !== undefined && last?.id !== corrects) throw new Refusal('billNotFound', { facts: { id: corrects } });
      const draft = await within.bills.draft(organization.id, await factsOf(organization, month, within), corrects ?? null);
      audit.add({ organizationId: organization.id, month, billId: draft.id, total: draft.totals.total, issued: issue });
      if (!issue) {
        await audit.storeIn(within.own);
        return draft;
      }
      if (corrects === undefined && last?.issued) throw new Refusal('billExists', { facts: { number: last.issued.number } });
      const at = deps.clock.now();
      if (at < periodOfMonth(month, organization.settings.timeZone).end) throw new Refusal('monthNotOver', { facts: { month } });
      const issuer = await within.billTerms.findIssuer();
      if (!issuer) throw new Refusal('billIssuerMissing');
      const issued = await within.bills.issue(organization.id, draft.id, { at, issuer, recipient: organization.name });
      audit.add({ number: issued.issued?.number ?? 0 });
      await audit.storeIn(within.own);
      return issued;
    });
    return billReply(params.id, bill);
  },
);

const handleSettle = implementForOperator(settleOrganizationBill, async ({ params, body: { status }, deps, audit }) => {
  const { id } = params;
  return deps.database.platform.transaction(async (within) => {
    const before = await within.bills.find(id);
    if (!before) throw new Refusal('billNotFound', { facts: { id } });
    const { organizationId } = before;
    const settled = await within.bills.settle(organizationId, id, status, deps.clock.now());
    audit.add({ organizationId, ...changesOf({ status: before.status }, { status }) });
    await audit.storeIn(within.own);
    return billReply(organizationId, settled);
  });
});

export const platformBillCalls: readonly Implementation[] = [
  handleCalculate,
  handleSettle,
  implementForOperator(listOrganizationBills, async ({ params, query: { skip: offset, limit }, deps }) => {
    const { id } = await deps.organizations.require(params.id);
    return (await deps.database.platform.bills.listOf(id, { offset, limit })).map((bill) => billReply(id, bill));
  }),
  implementForOperator(getOrganizationBill, async ({ params: { id }, deps }) => {
    const bill = await deps.database.platform.bills.find(id);
    if (!bill) throw new Refusal('billNotFound', { facts: { id } });
    return billReply(bill.organizationId, bill);
  }),
  implementForOperator(getBillIssuer, async ({ deps }) => ({ issuer: await deps.database.platform.billTerms.findIssuer() })),
  implementForOperator(setBillIssuer, async ({ body, deps, audit }) => {
    const issuer = {
      // Stored as JSON, which holds no half of a sign.
      name: body.name.trim().toWellFormed(),
      address: body.address.trim().toWellFormed(),
      registrationNumber: requireRegistrationNumber(body.registrationNumber.trim()),
    };
    await deps.database.platform.transaction(async (within) => {
      audit.add(changesOf({ ...(await within.billTerms.findIssuer()) }, issuer));
      await within.billTerms.setIssuer(issuer);
      await audit.storeIn(within.own);
    });
    return { issuer };
  }),
  implementForOperator(listUsdRates, async ({ deps }) => deps.database.platform.billTerms.listRates(60)),
  implementForOperator(setUsdRate, async ({ body, deps, audit }) => {
    const rate = { ...body, source: body.source.trim() };
    await deps.database.platform.transaction(async (within) => {
      audit.add({ month: rate.month, ...changesOf({ ...(await within.billTerms.findRate(rate.month)) }, rate) });
      await within.billTerms.setRate(rate);
      await audit.storeIn(within.own);
    });
    return rate;
  }),
];
