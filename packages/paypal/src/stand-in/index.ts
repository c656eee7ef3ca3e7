export type { Books, StandInOutcome, StandInPlan, StandInStatus, StandInSubscription, StandInTransaction } from './books.ts';
export { type CallFault, callFaults, type Fault, type Misbehaviour, type WebhookFault, webhookFaults } from './misbehaviour.ts';
export { PaypalStandIn, type StandInOptions } from './paypal-stand-in.ts';
