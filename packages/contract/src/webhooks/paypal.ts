import * as z from 'zod/mini';
import { route } from '../route.ts';
import { Id, Success } from '../shapes.ts';

/** More than any of its events has. */
const maxBytes = 64 * 1024;

export const takePaypalWebhook = route({
  surface: 'public',
  method: 'POST',
  path: '/webhooks/paypal/{organizationId}',
  summary: "For PayPal: takes an event of an organization's account, signed by it. What follows from it is done afterwards, once.",
  params: z.object({ organizationId: Id }),
  rawBody: maxBytes,
  reply: Success,
  errors: ['organizationNotFound', 'webhookForged', 'paymentProviderUnavailable'],
  audited: false,
});
