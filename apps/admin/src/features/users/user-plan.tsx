import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Problem, query, useAction, useCallForm, useClient } from '@tenbin/app-kit';
import { cancelSubscriptionOfUser, type ExaminedUser, giveUserPlan, listUserPlans, type Mapped } from '@tenbin/contract';
import {
  ConfirmDialog,
  Empty,
  endOfDay,
  FactList,
  Failure,
  Field,
  formatDate,
  formatDay,
  formatNumber,
  formatYen,
  Loading,
  Panel,
  percent,
  SelectField,
  unknownFigure,
  useErrorText,
  useFailureToast,
  useToast,
} from '@tenbin/ui';
import { useState } from 'react';
import { useText } from '../../app/text.ts';
import { TypedConfirm } from '../../app/typed-confirm.tsx';
import { useMayDo, useTimeZone } from '../../app/use-self.ts';

type User = Mapped<ExaminedUser>;

/** The plan that a user is on, or was on last; whoever may can give another one, or end it. */
export function UserPlan({ user }: { readonly user: User }) {
  const text = useText('users');
  const mayChange = useMayDo('plans');
  const [asking, setAsking] = useState<'give' | 'cancel' | null>(null);
  const { subscription } = user;
  const isLiving = subscription !== null && subscription.endedAt === null;
  const close = () => setAsking(null);
  return (
    <Panel
      title={text('plan')}
      action={
        mayChange && (
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5 }}>
            <Button size="small" onClick={() => setAsking('give')}>
              {text('givePlan')}
            </Button>
            {isLiving && (
              <Button size="small" color="error" onClick={() => setAsking('cancel')}>
                {text('cancelPlan')}
              </Button>
            )}
          </Box>
        )
      }
    >
      {subscription === null ? <Empty title={text('noPlanYet')} /> : <PlanFacts subscription={subscription} limitUsed={user.limitUsed} />}
      {asking === 'give' && <GivePlan user={user} onClose={close} />}
      {asking === 'cancel' && subscription && <CancelPlan user={user} planName={subscription.plan.name} onClose={close} />}
    </Panel>
  );
}

function PlanFacts({
  subscription: { plan, source, startedAt, endedAt, periodEnd, expiresAt, nextPlan },
  limitUsed,
}: {
  readonly limitUsed: number | null;
  readonly subscription: NonNullable<User['subscription']>;
}) {
  const text = useText('users');
  const ends =
    endedAt === null
      ? [
          { name: text('periodEnd'), value: periodEnd ? formatDay(periodEnd) : unknownFigure },
          { name: text('until'), value: expiresAt ? formatDate(expiresAt) : text('noEnd') },
        ]
      : [{ name: text('endedAt'), value: formatDate(endedAt) }];
  return (
    <FactList
      beside
      sx={{ rowGap: 0.75, overflowWrap: 'anywhere' }}
      facts={[
        { name: text('plan'), value: plan.name },
        { name: text('state'), value: text(endedAt === null ? 'planRuns' : 'planEnded') },
        { name: text('chargedBy'), value: text(`source_${source}`) },
        { name: text('price'), value: formatYen(plan.monthlyPrice) },
        {
          name: text('limit'),
          value: plan.tradingLimit === null ? text('noLimit') : `${formatNumber(plan.tradingLimit, { digits: 0 })} USD`,
        },
        ...(limitUsed === null ? [] : [{ name: text('limitUsed'), value: percent(formatNumber(limitUsed, { digits: 1 })) }]),
        { name: text('planSince'), value: startedAt ? formatDate(startedAt) : unknownFigure },
        ...ends,
        ...(nextPlan ? [{ name: text('nextPlan'), value: nextPlan.name }] : []),
      ]}
    />
  );
}

function GivePlan({ user, onClose }: { readonly user: User; readonly onClose: () => void }) {
  const text = useText('users');
  const toast = useToast();
  const errorText = useErrorText();
  const queries = useQueryClient();
  const plans = useQuery(query(listUserPlans, { query: { limit: 100 } }));
  const timeZone = useTimeZone();
  const form = useCallForm(giveUserPlan, {
    defaults: { planId: '', expiresAt: '', reason: '' },
    input: ({ planId, expiresAt, reason }) => ({
      params: { userId: user.id, userPlanId: planId },
      // To the end of that day.
      body: { reason: reason.trim(), expiresAt: endOfDay(expiresAt, timeZone)?.toISOString() ?? null },
    }),
    problems: ({ reason }) => ({ reason: reason.trim() === '' && text('reasonRequired') }),
    onSuccess: async ({ plan }) => {
      toast('success', text('planGiven', { plan: plan.name }));
      onClose();
      await queries.invalidateQueries();
    },
  });
  const [planId, reason] = form.watch(['planId', 'reason']);
  const isPaying = user.subscription?.endedAt === null && user.subscription.source === 'paypal';
  return (
    <ConfirmDialog
      open
      title={text('giveTitle', { email: user.email })}
      confirm={text('givePlan')}
      busy={form.isSending}
      waits={planId === '' || reason.trim() === ''}
      onClose={onClose}
      onConfirm={() => void form.submit()}
    >
      <Box component="form" noValidate onSubmit={form.submit} sx={{ display: 'grid', gap: 1.5, pt: 1 }}>
        <Box sx={{ fontSize: 14 }}>{text(isPaying ? 'giveTextPaying' : 'giveText')}</Box>
        {form.error && <Problem>{errorText(form.error)}</Problem>}
        {plans.isPending && <Loading what={text('plan')} rows={1} />}
        {plans.isLoadingError && <Failure what={text('plan')} error={plans.error} onRetry={() => void plans.refetch()} />}
        {plans.data && (
          <SelectField
            label={text('plan')}
            value={planId}
            options={[
              { value: '', name: text('choosePlan') },
              ...plans.data.map(({ id, name, monthlyPrice }) => ({ value: id, name: `${name} (${formatYen(monthlyPrice)})` })),
            ]}
            onChange={(next) => form.setValue('planId', next)}
          />
        )}
        <Field label={text('lastDay')} type="date" help={text('untilHelp', { zone: timeZone })} {...form.field('expiresAt')} />
        <Field label={text('reason')} multiline minRows={2} required inputProps={{ maxLength: 500 }} {...form.field('reason')} />
      </Box>
    </ConfirmDialog>
  );
}

function CancelPlan({ user, planName, onClose }: { readonly user: User; readonly planName: string; readonly onClose: () => void }) {
  const text = useText('users');
  const client = useClient();
  const toast = useToast();
  const failed = useFailureToast();
  const queries = useQueryClient();
  const cancel = useAction({
    mutationFn: (reason: string) => client.call(cancelSubscriptionOfUser, { params: { userId: user.id }, body: { reason } }),
    onSuccess: async () => {
      toast('success', text('planCancelled', { plan: planName }));
      await queries.invalidateQueries();
    },
    onError: (error) => failed(error),
    onSettled: onClose,
  });
  return (
    <TypedConfirm
      title={text('cancelTitle', { email: user.email, plan: planName })}
      says={text('cancelText', { count: user.runningCount })}
      confirm={text('cancelPlan')}
      reason={text('reason')}
      needsReason
      busy={cancel.isPending}
      onClose={onClose}
      onConfirm={(reason) => cancel.mutate(reason)}
    />
  );
}
