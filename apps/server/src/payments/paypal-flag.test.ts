/** What the flag `paypal` does to calls: the same organization, account and plan, with it and without it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type PaymentStage, startPaymentStage } from '../testing/payment-stage.ts';

describe('paypal', () => {
  describe.each([
    ['on', true],
    ['off', false],
  ])('%s', (_, paypal) => {
    let stage: PaymentStage;
    beforeAll(async () => {
      stage = await startPaymentStage({ features: { tenbin: { paypal } } });
    });
    afterAll(() => stage.close());

    test(paypal ? 'on: a plan is put into the cart of PayPal' : 'off: no plan can be bought, and PayPal hears nothing of it', async () => {
      const { id: userPlanId } = await stage.makePlan({ name: 'Standard' });
      const { key } = await stage.server.makeUser();
      const body = { userPlanId, purpose: 'new' };
      const answer = await stage.server.call('POST', '/api/user-plans/checkout', { key, body });
      if (paypal) expect([answer.status, answer.body.approveUrl]).toEqual([200, expect.stringContaining('http')]);
      else {
        expect(answer).toMatchObject({ status: 403, body: { code: 'paymentsNotOffered' } });
        expect(stage.standIn.books.subscriptions.size).toBe(0);
      }
    });
  });
});
