import type { Implementation } from '../route/implement.ts';
import { handleTakePaypalWebhook } from './paypal/take-webhook.ts';

/** What others call when something happened there. */
export const webhookCalls: readonly Implementation[] = [handleTakePaypalWebhook];
