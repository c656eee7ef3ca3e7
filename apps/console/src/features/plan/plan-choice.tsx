import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { query } from '@tenbin/app-kit';
import { listAvailablePlans, listOwnExchanges, type Mapped, type Subscription, type UserPlan } from '@tenbin/contract';
import { Empty, FactList, Failure, formatDay, Loading, Panel, unknownFigure } from '@tenbin/ui';
import { useText } from '../../app/text.ts';
import { checkoutAddress, limitText, purposeOf, yen } from './plan-words.ts';

/** The plans that may be chosen, side by side. */
export function PlanChoice({ subscription }: { subscription: Mapped<Subscription> | null }) {
  const text = useText('plan');
  const plans = useQuery(query(listAvailablePlans, {}));
  return (
    <Panel title={text('plans')}>
      {plans.isPending && <Loading what={text('plans')} rows={3} height={88} />}
      {plans.isLoadingError && <Failure what={text('plans')} error={plans.error} onRetry={() => void plans.refetch()} />}
      {plans.data?.length === 0 && <Empty title={text('noPlans')}>{text('noPlansHelp')}</Empty>}
      {plans.data && plans.data.length > 0 && (
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
          {plans.data.map((plan) => (
            <PlanCard key={plan.id} plan={plan} subscription={subscription} />
          ))}
        </Box>
      )}
    </Panel>
  );
}

function PlanCard({ plan, subscription }: { plan: Mapped<UserPlan>; subscription: Mapped<Subscription> | null }) {
  const text = useText('plan');
  const exchanges = useQuery(query(listOwnExchanges, {}));
  const purpose = purposeOf(plan, subscription);
  const says = text(purpose === 'new' ? 'choose' : plan.id === subscription?.plan.id ? 'keep' : 'changeTo');
  const isNext = plan.id === subscription?.nextPlan?.id;
  const names = plan.selectableExchanges.map((id) => exchanges.data?.find((exchange) => exchange.id === id)?.name ?? unknownFigure);
  return (
    <Box
      component="li"
      sx={{
        border: '1px solid',
        borderColor: purpose === null ? 'primary.main' : 'divider',
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
          { name: text('installation'), value: yen(plan.initialInstallationCost) },
          { name: text('exchanges'), value: names.length === 0 ? text('allExchanges') : names.join(', ') },
          ...(plan.expirationDate === null ? [] : [{ name: text('expires'), value: formatDay(plan.expirationDate) }]),
          ...(plan.campaignCode === null ? [] : [{ name: text('campaignCode'), value: plan.campaignCode }]),
        ]}
      />
      <Box sx={{ mt: 'auto' }}>
        {purpose === null ? (
          <Typography sx={{ fontWeight: 600, fontSize: 14 }}>{text(isNext ? 'yoursNext' : 'yours')}</Typography>
        ) : (
          <Button variant="outlined" fullWidth href={checkoutAddress(plan.id, purpose)} aria-label={`${says}: ${plan.name}`}>
            {says}
          </Button>
        )}
      </Box>
    </Box>
  );
}
