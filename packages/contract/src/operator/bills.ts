import * as z from 'zod/mini';
import { PlatformBill } from '../bills/shapes.ts';
import { route } from '../route.ts';
import { ById, Id, MonthText, skipFields, text } from '../shapes.ts';
import { Rate } from './prices.ts';

const Issuer = z.object({
  name: text(100, { least: 1, pattern: /\S/ }),
  address: text(300, { least: 1, pattern: /\S/ }),
  /** T and 13 digits. */
  registrationNumber: text(14),
});

const UsdRate = z.object({ month: MonthText, yenPerUsd: z.string(), source: z.string(), date: z.string() });

export const calculateOrganizationBill = route({
  surface: 'operator',
  needs: 'operate',
  method: 'POST',
  path: '/ango-ya/organizations/{id}/bills',
  summary:
    'Computes the bill of a month from what is stored: a draft, as often as one likes; with `issue` it gets its number and never changes again. `corrects` makes a revision of the one that was issued last.',
  params: ById,
  body: z.object({ month: MonthText, issue: z._default(z.boolean(), false), corrects: z.optional(Id) }),
  reply: PlatformBill,
  status: 201,
  errors: ['organizationNotFound', 'monthNotOver', 'billExists', 'usdRateMissing', 'billIssuerMissing'],
  fieldErrors: { corrects: ['billNotFound'] },
});

export const listOrganizationBills = route({
  surface: 'operator',
  needs: 'read',
  method: 'GET',
  path: '/ango-ya/organizations/{id}/bills',
  summary: 'The bills of an organization, drafts among them: the latest month first.',
  params: ById,
  query: z.object(skipFields(100)),
  reply: z.array(PlatformBill),
  errors: ['organizationNotFound'],
});

export const getOrganizationBill = route({
  surface: 'operator',
  needs: 'read',
  method: 'GET',
  path: '/ango-ya/bills/{id}',
  summary: 'A bill of any organization.',
  params: ById,
  reply: PlatformBill,
  errors: ['billNotFound'],
});

export const settleOrganizationBill = route({
  surface: 'operator',
  needs: 'operate',
  method: 'PUT',
  path: '/ango-ya/bills/{id}',
  summary: 'Says that an issued bill was paid, or that its payment failed.',
  params: ById,
  body: z.object({ status: z.enum(['COMPLETED', 'FAILED']) }),
  reply: PlatformBill,
  errors: ['billNotFound'],
});

export const getBillIssuer = route({
  surface: 'operator',
  needs: 'read',
  method: 'GET',
  path: '/ango-ya/bill-issuer',
  summary: 'Who writes the bills; null: nobody is set.',
  reply: z.object({ issuer: z.nullable(z.object({ name: z.string(), address: z.string(), registrationNumber: z.string() })) }),
});

export const setBillIssuer = route({
  surface: 'operator',
  needs: 'operate',
  method: 'PUT',
  path: '/ango-ya/bill-issuer',
  summary: 'Sets who writes the bills that are issued from now on.',
  body: Issuer,
  reply: getBillIssuer.reply,
  fieldErrors: { registrationNumber: ['invalidRegistrationNumber'] },
});

export const listUsdRates = route({
  surface: 'operator',
  needs: 'read',
  method: 'GET',
  path: '/ango-ya/usd-rates',
  summary: 'What a dollar of volume is billed at in yen, with where that comes from: the latest 60 months.',
  reply: z.array(UsdRate),
});

export const setUsdRate = route({
  surface: 'operator',
  needs: 'operate',
  method: 'PUT',
  path: '/ango-ya/usd-rates',
  summary: 'Stores the rate of a month. Bills that are issued keep theirs.',
  body: z.object({
    month: MonthText,
    yenPerUsd: Rate,
    source: text(200, { least: 1, pattern: /\S/ }),
    date: text(10, { pattern: /^20\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/ }),
  }),
  reply: UsdRate,
});
