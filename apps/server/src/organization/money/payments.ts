import { countOrganizationPayments, getRevenue, listOrganizationPayments, type RouteOutput } from '@tenbin/contract';
import type { PaymentFilter } from '@tenbin/db';
import { organizationPaymentReply } from '../../plans/reply.ts';
import { type Implementation, implementForAdministrator } from '../../route/implement.ts';

/** As the contract names it. */
export const paymentFilterOf = ({ unexpected, ...filter }: RouteOutput<typeof countOrganizationPayments>['query']): PaymentFilter => ({
  ...filter,
  isUnexpected: unexpected,
});

export const organizationPaymentCalls: readonly Implementation[] = [
  implementForAdministrator(listOrganizationPayments, async ({ query: { skip: offset, limit, ...filter }, actor }) => {
    const found = await actor.organization.payments.search({ ...paymentFilterOf(filter), offset, limit });
    return found.map(organizationPaymentReply);
  }),
  implementForAdministrator(countOrganizationPayments, async ({ query, actor }) => ({
    count: await actor.organization.payments.count(paymentFilterOf(query)),
  })),
  implementForAdministrator(getRevenue, async ({ actor, deps }) => {
    const { settings } = await deps.organizations.require(actor.organizationId);
    return actor.organization.payments.revenue(settings.timeZone);
  }),
];
