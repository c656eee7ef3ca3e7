import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { query } from '@tenbin/app-kit';
import { listAvailablePlans, listOwnExchanges, type Mapped, type Subscription, type UserPlan } from '@tenbin/contract';
import { CheckIcon, Empty, FactList, Failure, formatDay, Loading, Panel, unknownFigure } from '@tenbin/ui';
import { useEffect } from 'react';
import { useText } from '../../app/text.ts';
import type { PlanChange, PlanState } from './plan-state.ts';
import { checkoutAddress, featureWords, isUnpaid, limitText, purposeOf, yen } from './plan-words.ts';

interface PlanChoiceProps {
  readonly subscription: Mapped<Subscription> | null;
  readonly state: PlanState;
  readonly change: (change: PlanChange) => void;
}

/** The plans that may be chosen, side by side; one of a code that was just entered is the first. */
export function PlanChoice({ subscription, state, change }: PlanChoiceProps) {
  const text = useText('plan');
  const plans = useQuery(query(listAvailablePlans, {}));
  const { planFromCampaignCode, selectedUserPlanId } = state;
  useEffect(() => {
    if (plans.dataUpdatedAt > 0) change({ kind: 'plansFetched' });
  }, [change, plans.dataUpdatedAt]);
  const others = plans.data?.filter(({ id }) => id !== planFromCampaignCode?.id) ?? [];
  const shown = plans.data && [...(planFromCampaignCode ? [planFromCampaignCode] : []), ...others];
  return (
    <Panel title={text('plans')}>
      {plans.isPending && <Loading what={text('plans')} rows={3} height={88} />}
      {plans.isLoadingError && <Failure what={text('plans')} error={plans.error} onRetry={() => void plans.refetch()} />}
      {shown?.length === 0 && <Empty title={text('noPlans')}>{text('noPlansHelp')}</Empty>}
      {shown && shown.length > 0 && (
        <Box
          component="ul"
          aria-label={text('plans')}
          sx={{
            m: 0,
            p: 0,
            listStyle: 'none',
            display: 'grid',
            gap: 2,
            gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 250px), 1fr))',
          }}
        >
          {shown.map((plan) => (
            <PlanCard
              key={plan.id}
              plan={plan}
              subscription={subscription}
              isSelected={plan.id === selectedUserPlanId}
              onSelect={() => change({ kind: 'planSelected', id: plan.id })}
            />
          ))}
        </Box>
      )}
    </Panel>
  );
}

interface PlanCardProps {
  readonly plan: Mapped<UserPlan>;
  readonly subscription: Mapped<Subscription> | null;
  readonly isSelected: boolean;
  readonly onSelect: () => void;
}

function PlanCard({ plan, subscription, isSelected, onSelect }: PlanCardProps) {
  const text = useText('plan');
  const exchanges = useQuery(query(listOwnExchanges, {}));
  const purpose = purposeOf(plan, subscription);
  const isOwn = plan.id === subscription?.plan.id;
  const says = text(purpose === 'new' ? 'choose' : purpose === 'renew' ? 'payAnew' : isOwn ? 'keep' : 'changeTo');
  const installation = purpose === 'new' ? yen(plan.initialInstallationCost) : text(isOwn ? 'installationOwn' : 'installationOfChange');
  const isNext = plan.id === subscription?.nextPlan?.id;
  const whyNot = subscription && isUnpaid(subscription) && !isOwn ? 'payFirst' : isNext ? 'yoursNext' : 'yours';
  const names = plan.selectableExchanges.map((id) => exchanges.data?.find((exchange) => exchange.id === id)?.name ?? unknownFigure);
  return (
    <Box
      component="li"
      aria-current={isSelected || undefined}
      sx={{
        border: '1px solid',
        borderColor: purpose === null || isSelected ? 'primary.main' : 'divider',
        borderRadius: 1,
        p: 2,
        display: 'flex',
        flexDirection: 'column',
        gap: 1.5,
      }}
    >
      <Typography component="h3" variant="h3" sx={{ overflowWrap: 'anywhere' }}>
        {plan.name}
      </Typography>
      <div>
        <Box component="span" sx={{ fontSize: 24, fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
          {yen(plan.monthlyPrice)}
        </Box>{' '}
        <Box component="span" sx={{ fontSize: 14, color: 'text.secondary' }}>
          {text('perMonth')}
        </Box>
      </div>
      <FactList
        label={plan.name}
        sx={{ gap: 1 }}
        facts={[
          { name: text('limit'), value: limitText(plan.tradingLimit, text) },
          { name: text('installation'), value: installation },
          { name: text('exchanges'), value: names.length === 0 ? text('allExchanges') : names.join(', ') },
          ...(plan.expirationDate === null ? [] : [{ name: text('expires'), value: formatDay(plan.expirationDate) }]),
          ...(plan.campaignCode === null ? [] : [{ name: text('campaignCode'), value: plan.campaignCode }]),
        ]}
      />
      <PlanFeatures plan={plan} />
      <Box sx={{ mt: 'auto' }}>
        {purpose === null ? (
          <Typography sx={{ fontWeight: 600, fontSize: 14 }}>{text(whyNot)}</Typography>
        ) : (
          <Button
            variant="outlined"
            fullWidth
            href={checkoutAddress(plan.id, purpose)}
            onClick={onSelect}
            aria-label={`${says}: ${plan.name}`}
          >
            {says}
          </Button>
        )}
      </Box>
    </Box>
  );
}

/** What a plan includes, as far as it has words here: an older page may not know of what was added since. */
function PlanFeatures({ plan: { name, availablePlanFeatures, availablePlanOptions } }: { plan: Mapped<UserPlan> }) {
  const text = useText('plan');
  const said = [...availablePlanFeatures, ...availablePlanOptions].flatMap((feature) =>
    feature in featureWords ? [text(featureWords[feature as keyof typeof featureWords])] : [],
  );
  if (said.length === 0) return null;
  return (
    <Box
      component="ul"
      aria-label={text('featuresOf', { name })}
      sx={{ m: 0, p: 0, listStyle: 'none', fontSize: 14, display: 'grid', gap: 0.5 }}
    >
      {[...new Set(said)].map((feature) => (
        <Box component="li" key={feature} sx={{ display: 'flex', gap: 1 }}>
          <CheckIcon fontSize="small" color="success" aria-hidden />
          {feature}
        </Box>
      ))}
    </Box>
  );
}
