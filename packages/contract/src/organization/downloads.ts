import * as z from 'zod/mini';
import { route } from '../route.ts';
import { excelField } from '../shapes.ts';
import { paymentFields } from './payments.ts';
import { referralFields } from './referrals.ts';

export const downloadTransactionLogs = route({
  surface: 'organization',
  needs: 'export',
  method: 'GET',
  path: '/admin/transaction-logs/download',
  summary: "The payments of the organization's users, each as it is now, oldest first. Times are those of the organization's clocks.",
  query: z.object({ ...paymentFields, ...excelField }),
  reply: z.string(),
  answers: 'csv',
  columns: {
    transactionId: 'text',
    date: 'time',
    user: 'text',
    email: 'text',
    planName: 'text',
    campaignCode: 'text',
    payment: 'number',
    type: 'text',
    result: 'text',
    refundOf: 'text',
    paypalSubscriptionId: 'text',
    unexpected: 'text',
  },
});

export const downloadReferrals = route({
  surface: 'organization',
  needs: 'export',
  method: 'GET',
  path: '/admin/referrals/download',
  summary: 'Who came by whose invitation, what became of it and what they have paid so far, oldest first.',
  query: z.object({ ...referralFields, ...excelField }),
  reply: z.string(),
  answers: 'csv',
  columns: {
    date: 'time',
    code: 'text',
    referrer: 'text',
    referredUser: 'text',
    email: 'text',
    state: 'text',
    firstPayment: 'time',
    paid: 'number',
  },
});
