import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { keyOf, Problem, query, useAction, useClient, useInstallation } from '@tenbin/app-kit';
import { clearExpiredSubscription, getOwnVolumeUse, getSelf, type Mapped, type Subscription } from '@tenbin/contract';
import { Banner, FactList, Failure, formatDay, Loading, Panel, useErrorText, useToast } from '@tenbin/ui';
import { useState } from 'react';
import { hasEnded } from '../../app/has-ended.ts';
import { useText } from '../../app/text.ts';
import { CancelDialog } from './cancel-dialog.tsx';
import { checkoutAddress, isPastItsEnd, isUnpaid, yen } from './plan-words.ts';
import { VolumeBar } from './volume-bar.tsx';

/** The plan that one is on, or was: what is used of it, what comes next, and the way out. */
export function OwnPlan({ subscription }: { subscription: Mapped<Subscription> }) {
  const text = useText('plan');
  const { brand } = useInstallation();
  const [isCancelling, setCancelling] = useState(false);
  const use = useQuery(query(getOwnVolumeUse, { query: {} }));
  const { plan, nextPlan, status, paypalSubscriptionId, periodEnd, expiresAt, endedAt } = subscription;
  const isOver = hasEnded(subscription);
  return (
    <Panel
      title={text('yourPlan')}
      action={
        // What a provider charges for can be ended, whether more is sold here or not.
        (brand.features.paypal || paypalSubscriptionId !== null) &&
        !isOver && (
          <Button color="error" onClick={() => setCancelling(true)}>
            {text('cancel')}
          </Button>
        )
      }
    >
      <Box sx={{ display: 'grid', gap: 2 }}>
        <PlanTrouble subscription={subscription} />
        {isPastItsEnd(subscription) && <ClearAway />}
        <FactList
          label={text('yourPlan')}
          sx={{ gap: 1.5, gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 200px), 1fr))' }}
          facts={[
            { name: text('name'), value: plan.name },
            { name: text('monthlyPrice'), value: paypalSubscriptionId === null ? text('nothingCharged') : yen(plan.monthlyPrice) },
            ...(isOver && endedAt ? [{ name: text('endedAt'), value: formatDay(endedAt) }] : []),
            ...(status === 'active' && paypalSubscriptionId !== null && periodEnd
              ? [{ name: text('nextPayment'), value: formatDay(periodEnd) }]
              : []),
            ...(expiresAt === null ? [] : [{ name: text('expires'), value: formatDay(expiresAt) }]),
            ...(nextPlan === null || isOver
              ? []
              : [{ name: text('nextPlan'), value: text('nextPlanFrom', { name: nextPlan.name, price: yen(nextPlan.monthlyPrice) }) }]),
          ]}
        />
        {!isOver && use.isPending && <Loading what={text('volume')} rows={1} />}
        {!isOver && use.isLoadingError && <Failure what={text('volume')} error={use.error} onRetry={() => void use.refetch()} />}
        {!isOver && use.data && <VolumeBar use={use.data} />}
      </Box>
      {isCancelling && <CancelDialog plan={plan.name} onClose={() => setCancelling(false)} />}
    </Panel>
  );
}

/** Asks once more that nothing of it is charged, and makes room for another plan. */
function ClearAway() {
  const text = useText('plan');
  const errorText = useErrorText();
  const client = useClient();
  const toast = useToast();
  const queries = useQueryClient();
  const clear = useAction({
    mutationFn: () => client.call(clearExpiredSubscription, {}),
    onSuccess: () => {
      toast('success', text('clearedAway'));
      void queries.invalidateQueries({ queryKey: keyOf(getSelf) });
    },
  });
  return (
    <Box sx={{ display: 'grid', gap: 1, justifyItems: 'start' }}>
      {clear.error && <Problem>{errorText(clear.error)}</Problem>}
      <Box sx={{ fontSize: 14, color: 'text.secondary' }}>{text('clearAwayHelp')}</Box>
      <Button variant="outlined" loading={clear.isPending} onClick={() => clear.mutate()}>
        {text('clearAway')}
      </Button>
    </Box>
  );
}

/** What of it holds bots, and what to do about it. */
function PlanTrouble({ subscription }: { subscription: Mapped<Subscription> }) {
  const text = useText('plan');
  const banners = useText('banners');
  const { brand } = useInstallation();
  const { plan, status, botStopReasons } = subscription;
  if (hasEnded(subscription))
    return (
      <Banner severity="warning" title={text(status === 'expired' ? 'expired' : 'cancelled')}>
        {text('overHelp')}
      </Banner>
    );
  if (isUnpaid(subscription)) {
    const stoppedHelp = botStopReasons.includes('BY_PAYMENT_FAILED') ? 'unpaidStoppedHelp' : 'unpaidHelp';
    return (
      <Banner
        severity="error"
        title={text('unpaid')}
        action={brand.features.paypal && <a href={checkoutAddress(plan.id, 'renew')}>{text('payAnew')}</a>}
      >
        {text(status === 'suspended' ? 'suspendedHelp' : stoppedHelp)}
      </Banner>
    );
  }
  if (!botStopReasons.includes('BY_TRADING_VOLUME_LIMIT')) return null;
  return (
    <Banner severity="error" title={banners('tradingVolumeLimitReached')}>
      {banners('tradingVolumeLimitReachedWhy')}
    </Banner>
  );
}
