import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { keyOf, query, useAction, useClient } from '@tenbin/app-kit';
import {
  ApiError,
  changeSubscription,
  countPayments,
  getOwnVolumeUse,
  getSelf,
  listAvailablePlans,
  listPayments,
  renewSubscription,
  subscribe,
} from '@tenbin/contract';
import { useFailureToast, useToast } from '@tenbin/ui';
import { useText } from '../../app/text.ts';
import { pageAfter } from '../../onboarding/use-onboarding.ts';
import { dropPurchase, type PendingPurchase } from './pending-purchase.ts';

/** Nothing comes of trying again: it is settled already, or will never be. */
const final = new Set(['alreadySubscribed', 'checkoutNotFound', 'paymentDeclined', 'purchaseDiffers']);
export const isFinal = (error: unknown): boolean => error instanceof ApiError && final.has(error.code);

/** Has the server ask the provider whether its payer agreed, and put the plan in force. */
export function useConfirm() {
  const text = useText('plan');
  const client = useClient();
  const queries = useQueryClient();
  const router = useRouter();
  const failures = useText('failures');
  const failed = useFailureToast();
  const toast = useToast();
  return useAction({
    mutationFn: ({ userPlanId, purpose, paypalSubscriptionId }: PendingPurchase) => {
      if (paypalSubscriptionId === null) return client.call(subscribe, { body: { userPlanId } });
      const body = { userPlanId, paypalSubscriptionId };
      if (purpose === 'new') return client.call(subscribe, { body });
      return client.call(purpose === 'renew' ? renewSubscription : changeSubscription, { body });
    },
    onError: (error) => {
      failed(error, failures('failedUpdatePlan'));
      if (!isFinal(error)) return;
      dropPurchase();
      void queries.invalidateQueries({ queryKey: keyOf(getSelf) });
    },
    onSuccess: async ({ plan, nextPlan }, { purpose }) => {
      const isFirst = purpose === 'new';
      dropPurchase();
      for (const read of [getSelf, getOwnVolumeUse, listAvailablePlans, listPayments, countPayments])
        void queries.invalidateQueries({ queryKey: keyOf(read) });
      // Who has just paid for the first time goes on to their first bot.
      const next = isFirst ? pageAfter(await queries.fetchQuery(query(getSelf, {}))) : null;
      // Who has gone on to something else meanwhile is not led back.
      const isHere = router.state.location.pathname.startsWith('/plan');
      if (isHere) await router.navigate({ to: next === '/bots/new' ? next : '/plan', search: {}, replace: true });
      toast('success', nextPlan ? text('changesLater', { name: nextPlan.name }) : text('confirmed', { name: plan.name }));
    },
  });
}
