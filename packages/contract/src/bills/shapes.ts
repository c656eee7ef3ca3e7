import { billingStatuses, billSubjects } from '@tenbin/billing';
import * as z from 'zod/mini';
import { DecimalText, Id, IsoTime } from '../shapes.ts';

/** An issued bill: a qualified invoice of whoever runs the platform. */
export const OrganizationBill = z.object({
  _id: Id,
  organization: Id,
  /** 'yyyy/mm' */
  month: z.string(),
  number: z.number(),
  issuer: z.object({ name: z.string(), address: z.string(), registrationNumber: z.string() }),
  recipient: z.string(),
  /** Without tax. */
  lines: z.array(
    z.object({
      what: z.enum(billSubjects),
      /** The plan's or option's name; null where `what` says it. */
      name: z.nullable(z.string()),
      /** USD of volume; otherwise a whole number. */
      count: DecimalText,
      /** Yen. */
      unitPrice: DecimalText,
      amount: z.number(),
      /** Percent. */
      taxRate: z.number(),
    }),
  ),
  /** By rate; the tax is rounded down once for each. */
  taxes: z.array(z.object({ rate: z.number(), base: z.number(), tax: z.number() })),
  /** Yen, with tax. */
  total: z.number(),
  status: z.enum(billingStatuses),
  /** By which USD became yen; null where nothing is charged for volume. */
  usdRate: z.nullable(z.object({ yenPerUsd: DecimalText, source: z.string(), date: z.string() })),
  /** The bill that this one puts right. */
  corrects: z.nullable(Id),
  issuedAt: IsoTime,
  paidAt: z.nullable(IsoTime),
});
export type OrganizationBill = z.infer<typeof OrganizationBill>;

/** The same while it is computed: a draft has neither number nor who writes it to whom. */
export const PlatformBill = z.extend(OrganizationBill, {
  number: z.nullable(z.number()),
  issuer: z.nullable(OrganizationBill.shape.issuer),
  recipient: z.nullable(z.string()),
  issuedAt: z.nullable(IsoTime),
});
export type PlatformBill = z.infer<typeof PlatformBill>;
