export type { Fetch } from './bounded-fetch.ts';
export type { PaypalCredentials } from './client/access-token.ts';
export { type CheckoutToMake, type Once, PaypalClient, type PlanToMake } from './client/paypal-client.ts';
export type { PaypalOptions } from './client/paypal-http.ts';
export type { PaypalSubscription, PaypalTransaction } from './client/resources.ts';
export { hasIssue, isNotFound, PaypalError, type PaypalErrorKind } from './paypal-error.ts';
export { type PaypalEnvironment, type PaypalPlace, paypalEnvironments, paypalPlaces } from './place.ts';
export { type ReceivedWebhook, type WebhookVerdict, WebhookVerifier } from './webhooks/verify-webhook.ts';
export { parseWebhookEvent, type WebhookEvent, type WebhookPayment } from './webhooks/webhook-event.ts';
