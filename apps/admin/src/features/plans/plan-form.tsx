import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { useQueryClient } from '@tanstack/react-query';
import { type CallForm, Problem, periodOf, useAction, useClient } from '@tenbin/app-kit';
import { type AdministeredPlan, createCampaignCode, type createUserPlan, type Mapped, type RouteInput } from '@tenbin/contract';
import { FactList, Field, formatDay, formatNumber, formatYen, Panel, useErrorText, useFailureToast } from '@tenbin/ui';
import { useText } from '../../app/text.ts';

/** As it is typed; empty where there is none. */
export interface PlanValues {
  readonly name: string;
  readonly monthlyPrice: string;
  readonly initialInstallationCost: string;
  readonly tradingLimit: string;
  readonly expirationDate: string;
  readonly campaignCode: string;
  readonly campaignExpiresAt: string;
  readonly affiliateOnly: boolean;
}

export const emptyPlan: PlanValues = {
  name: '',
  monthlyPrice: '',
  initialInstallationCost: '0',
  tradingLimit: '',
  expirationDate: '',
  campaignCode: '',
  campaignExpiresAt: '',
  affiliateOnly: false,
};

const dayIn = (moment: string | null): string => (moment === null ? '' : formatDay(moment));

export const valuesOf = (plan: Mapped<AdministeredPlan>): PlanValues => ({
  name: plan.name,
  monthlyPrice: String(plan.monthlyPrice),
  initialInstallationCost: String(plan.initialInstallationCost),
  tradingLimit: plan.tradingLimit === null ? '' : String(plan.tradingLimit),
  expirationDate: dayIn(plan.expirationDate),
  campaignCode: plan.campaignCode ?? '',
  campaignExpiresAt: dayIn(plan.campaignExpiresAt),
  affiliateOnly: plan.affiliateOnly,
});

const numberIn = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text.replaceAll(',', '')));

/** @param plan - what is edited: what the form does not ask for stays as it is, a day that was not changed to the second */
export function termsOf(values: PlanValues, plan: Mapped<AdministeredPlan> | null): RouteInput<typeof createUserPlan>['body'] {
  const momentOf = (day: string, stored: string | null | undefined) =>
    stored && dayIn(stored) === day ? stored : (periodOf({ from: day || undefined }).start ?? null);
  return {
    name: values.name,
    monthlyPrice: numberIn(values.monthlyPrice),
    initialInstallationCost: numberIn(values.initialInstallationCost),
    tradingLimit: values.tradingLimit.trim() === '' ? null : numberIn(values.tradingLimit),
    expirationDate: momentOf(values.expirationDate, plan?.expirationDate),
    campaignCode: values.campaignCode.trim() || null,
    campaignExpiresAt: momentOf(values.campaignExpiresAt, plan?.campaignExpiresAt),
    affiliateOnly: values.affiliateOnly,
    selectableExchanges: plan?.selectableExchanges ?? [],
    availablePlanFeatures: (plan?.availablePlanFeatures ?? []) as [],
    availablePlanOptions: (plan?.availablePlanOptions ?? []) as [],
  };
}

/** The fields of a plan beside what users will see of it. */
export function PlanForm({ form, note }: { form: CallForm<PlanValues>; note?: string }) {
  const text = useText('plans');
  const errorText = useErrorText();
  const failed = useFailureToast();
  const client = useClient();
  const code = useAction({
    mutationFn: () => client.call(createCampaignCode, {}),
    onSuccess: ({ campaignCode }) => form.setValue('campaignCode', campaignCode, { shouldDirty: true, shouldValidate: true }),
    onError: (error) => failed(error, text('createCode')),
  });
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { md: 'minmax(0, 2fr) minmax(0, 1fr)' }, alignItems: 'start' }}>
      <Panel>
        <Box component="form" noValidate onSubmit={form.submit} sx={{ display: 'grid', gap: 1 }}>
          {form.error && <Problem mb={1}>{errorText(form.error)}</Problem>}
          <Field label={text('name')} {...form.field('name')} />
          <Field label={text('price')} inputMode="numeric" {...form.field('monthlyPrice')} />
          <Field label={text('installation')} inputMode="numeric" {...form.field('initialInstallationCost')} />
          <Field label={text('limit')} help={text('limitHelp')} inputMode="decimal" {...form.field('tradingLimit')} />
          <Field label={text('expires')} help={text('expiresHelp')} type="date" {...form.field('expirationDate')} />
          <Box sx={{ display: 'flex', gap: 1, alignItems: 'start' }}>
            <Field label={text('code')} help={text('codeHelp')} {...form.field('campaignCode')} />
            <Button variant="outlined" loading={code.isPending} onClick={() => code.mutate()} sx={{ minHeight: 56, whiteSpace: 'nowrap' }}>
              {text('createCode')}
            </Button>
          </Box>
          <Field label={text('codeExpires')} type="date" {...form.field('campaignExpiresAt')} />
          <FormControlLabel
            control={<Checkbox checked={form.watch('affiliateOnly')} onChange={(_, checked) => form.setValue('affiliateOnly', checked)} />}
            label={text('affiliateOnly')}
          />
          {note && <Box sx={{ color: 'text.secondary', fontSize: 14 }}>{note}</Box>}
          <Button type="submit" variant="contained" loading={form.isSending} sx={{ minHeight: 48 }}>
            {text('save')}
          </Button>
        </Box>
      </Panel>
      <Preview values={form.watch()} />
    </Box>
  );
}

function Preview({ values }: { values: PlanValues }) {
  const text = useText('plans');
  const yenOf = (typed: string) => formatYen(Number.isFinite(numberIn(typed)) ? numberIn(typed) : 0);
  const limit = numberIn(values.tradingLimit);
  return (
    <Panel title={text('preview')}>
      <FactList
        label={text('preview')}
        sx={{ gap: 1, overflowWrap: 'anywhere' }}
        facts={[
          { name: text('name'), value: values.name },
          { name: text('price'), value: text('perMonth', { price: yenOf(values.monthlyPrice) }) },
          {
            name: text('limit'),
            value: Number.isFinite(limit) ? text('limitOf', { limit: formatNumber(limit, { digits: 0 }) }) : text('noLimit'),
          },
          { name: text('installation'), value: yenOf(values.initialInstallationCost) },
          ...(values.expirationDate === '' ? [] : [{ name: text('expires'), value: values.expirationDate }]),
          ...(values.campaignCode === '' ? [] : [{ name: text('code'), value: values.campaignCode }]),
        ]}
      />
    </Panel>
  );
}

/** What saving a plan makes out of date. */
export function usePlansChanged(): () => void {
  const queries = useQueryClient();
  return () => void queries.invalidateQueries();
}
