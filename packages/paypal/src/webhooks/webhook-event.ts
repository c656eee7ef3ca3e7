import { type Yen, yen } from '@tenbin/billing';
import * as z from 'zod';
import { amount, id, time } from '../client/resources.ts';
import { parseEndedDispute, type WebhookDispute } from './ended-dispute.ts';

/** A genuine webhook, as far as it is read. It is a hint: the resource that it names is fetched. */
export interface WebhookEvent {
  /** The same when it is sent again. */
  readonly id: string;
  /** 'BILLING.SUBSCRIPTION.ACTIVATED' */
  readonly type: string;
  readonly at: Date;
  /** Whose it is; null where it does not say. */
  readonly subscriptionId: string | null;
  /** Of a payment, a refund or a reversal; null of everything else. */
  readonly payment: WebhookPayment | null;
  /** That has ended; null of everything else. */
  readonly dispute: WebhookDispute | null;
}

export interface WebhookPayment {
  readonly kind: 'sale' | 'refund' | 'reversal';
  readonly id: string;
  readonly at: Date;
  /** Of a sale what was charged; what goes back is negative. */
  readonly amount: Yen;
  readonly state: string;
  /** What a refund or a reversal takes back; null where it does not say. */
  readonly saleId: string | null;
}

const payment = z.object({
  id,
  state: z.string().max(50).default(''),
  amount,
  create_time: time,
  update_time: time.optional(),
});

/** Each read for itself, whatever the rest of a payment looks like. */
const agreement = z.object({ billing_agreement_id: id });
const ofSale = z.object({ sale_id: id });
const linked = z.object({ links: z.array(z.object({ rel: z.string().max(50), href: z.url().max(2000) })).max(50) });

/** What a refund gives back: it says so, or links to it, or neither. */
const saleIn = (resource: unknown): string | null => ofSale.safeParse(resource).data?.sale_id ?? addressIn(resource, 'sale')?.name ?? null;

/** Where it links to: of what kind that is, and its id. */
function addressIn(resource: unknown, rel: 'self' | 'sale'): { readonly kind: string; readonly name: string } | null {
  const link = linked.safeParse(resource).data?.links.find((one) => one.rel === rel);
  const [kind = '', last] = link ? new URL(link.href).pathname.split('/').slice(-2) : [];
  const name = id.safeParse(last).data;
  return name === undefined ? null : { kind, name };
}

/**
 * What goes back, and of what. A reversal may go by the id of the payment that it takes back: then its own is in the link to
 * itself, or nowhere, and its event's stands for it.
 */
function wentBack(resource: unknown, given: string, eventId: string): Pick<WebhookPayment, 'id' | 'saleId'> {
  const saleId = saleIn(resource);
  const self = saleId === null ? addressIn(resource, 'self') : null;
  if (self?.kind === 'refund' && self.name !== given) return { id: self.name, saleId: given };
  if (self?.kind === 'sale' && self.name === given) return { id: eventId, saleId: given };
  return { id: given, saleId };
}

const envelope = z.object({
  id,
  event_type: z.string().min(1).max(100),
  create_time: time,
  resource_type: z.string().max(50).default(''),
  resource: z.record(z.string(), z.unknown()).default({}),
});

const kinds: Readonly<Record<string, WebhookPayment['kind']>> = {
  'PAYMENT.SALE.PENDING': 'sale',
  'PAYMENT.SALE.COMPLETED': 'sale',
  'PAYMENT.SALE.DENIED': 'sale',
  'PAYMENT.SALE.REFUNDED': 'refund',
  'PAYMENT.SALE.REVERSED': 'reversal',
};

/** What tells that a dispute has ended. */
export const disputeResolved = 'CUSTOMER.DISPUTE.RESOLVED';

/** @returns null where it is none, whoever signed it */
export function parseWebhookEvent(body: string): WebhookEvent | null {
  const read = envelope.safeParse(jsonOf(body));
  if (!read.success) return null;
  const { resource, event_type: type } = read.data;
  const kind = kinds[type];
  const sale = kind === undefined ? null : (payment.safeParse(resource).data ?? null);
  const subscription = read.data.resource_type === 'subscription' ? id.safeParse(resource.id).data : undefined;
  return {
    id: read.data.id,
    type,
    at: read.data.create_time,
    dispute: type === disputeResolved ? parseEndedDispute(resource, read.data.create_time) : null,
    subscriptionId: subscription ?? agreement.safeParse(resource).data?.billing_agreement_id ?? null,
    payment:
      kind === undefined || sale === null
        ? null
        : {
            kind,
            ...(kind === 'sale' ? { id: sale.id, saleId: sale.id } : wentBack(resource, sale.id, read.data.id)),
            at: sale.update_time ?? sale.create_time,
            // With or without a sign: what goes back never came.
            amount: kind === 'sale' ? sale.amount : yen(-Math.abs(sale.amount)),
            state: sale.state,
          },
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
