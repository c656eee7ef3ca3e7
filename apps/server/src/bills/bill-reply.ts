import type { OrganizationBill } from '@tenbin/billing';
import type { PlatformBill } from '@tenbin/contract';

export const billReply = (
  organizationId: string,
  { id, month, lines, totals, usdRate, status, issued, corrects, paidAt }: OrganizationBill,
): PlatformBill => ({
  _id: id,
  organization: organizationId,
  month,
  number: issued?.number ?? null,
  issuer: issued?.issuer ?? null,
  recipient: issued?.recipient ?? null,
  lines: lines.map(({ subject, ...line }) => ({ what: subject, ...line })),
  taxes: [...totals.taxes],
  total: totals.total,
  usdRate: usdRate && { yenPerUsd: usdRate.yenPerUsd, source: usdRate.source, date: usdRate.date },
  status,
  corrects,
  issuedAt: issued?.at.toISOString() ?? null,
  paidAt: paidAt?.toISOString() ?? null,
});
