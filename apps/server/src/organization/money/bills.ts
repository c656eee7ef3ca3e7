import type { OrganizationBill } from '@tenbin/billing';
import {
  countOwnBills,
  getOwnBill,
  listOrganizationPlans,
  listOwnBills,
  listPlanFeatures,
  listPlanOptions,
  type OrganizationBill as Reply,
} from '@tenbin/contract';
import { billReply } from '../../bills/bill-reply.ts';
import { type Implementation, implementForAdministrator } from '../../route/implement.ts';
import { Refusal } from '../../route/refusal.ts';

function issuedReply(organizationId: string, bill: OrganizationBill): Reply {
  const { number, issuer, recipient, issuedAt, ...reply } = billReply(organizationId, bill);
  if (number === null || issuer === null || recipient === null || issuedAt === null) throw new Error('a draft is no bill');
  return { ...reply, number, issuer, recipient, issuedAt };
}

export const billCalls: readonly Implementation[] = [
  implementForAdministrator(listOwnBills, async ({ query: { skip: offset, limit }, actor: { organization, organizationId } }) =>
    (await organization.bills.list({ offset, limit })).map((bill) => issuedReply(organizationId, bill)),
  ),
  implementForAdministrator(countOwnBills, async ({ actor }) => ({ count: await actor.organization.bills.count() })),
  implementForAdministrator(getOwnBill, async ({ params, actor: { organization, organizationId } }) => {
    const bill = await organization.bills.find(params.id);
    if (bill === null) throw new Refusal('billNotFound', { facts: { id: params.id } });
    return issuedReply(organizationId, bill);
  }),
  implementForAdministrator(listOrganizationPlans, async ({ actor, deps }) => {
    const { plan, ownPrices } = await deps.organizations.require(actor.organizationId);
    const { options: _options, ...prices } = ownPrices;
    return (await deps.database.platform.offer.listPlans()).map(({ id, features, ...offered }) => {
      const isCurrent = offered.name === plan;
      return { _id: id, ...offered, ...(isCurrent && prices), features: [...features], isCurrent };
    });
  }),
  implementForAdministrator(listPlanFeatures, async ({ actor, deps }) => {
    const { plan } = await deps.organizations.require(actor.organizationId);
    const { offer } = deps.database.platform;
    const own = (await offer.listPlans()).find(({ name }) => name === plan)?.features ?? [];
    return (await offer.listFeatures()).map(({ id, ...feature }) => ({ _id: id, ...feature, isCurrent: own.includes(feature.name) }));
  }),
  implementForAdministrator(listPlanOptions, async ({ actor, deps }) => {
    const { planOptions, ownPrices } = await deps.organizations.require(actor.organizationId);
    return (await deps.database.platform.offer.listOptions()).map(({ id, name, monthlyPrice }) => ({
      _id: id,
      name,
      monthlyPrice: ownPrices.options?.[name] ?? monthlyPrice,
      isCurrent: planOptions.includes(name),
    }));
  }),
];
