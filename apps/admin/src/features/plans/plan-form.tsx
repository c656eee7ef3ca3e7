import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type CallForm, enteredNumber, Problem, query, useAction, useClient } from '@tenbin/app-kit';
import { type PlanFeature, type PlanOption, planFeatures, planOptions } from '@tenbin/billing';
import {
  type AdministeredPlan,
  createCampaignCode,
  type createUserPlan,
  getOrganizationSelf,
  type Mapped,
  type RouteInput,
} from '@tenbin/contract';
import {
  FactList,
  Failure,
  Field,
  firstMomentOf,
  formatNumber,
  formatYen,
  Loading,
  Panel,
  parseNumber,
  unknownFigure,
  useErrorText,
  useFailureToast,
  zonedDay,
} from '@tenbin/ui';
import { DiscardPrompt } from '../../app/discard-prompt.tsx';
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
  /** Ids; none: all that the organization offers. */
  readonly selectableExchanges: readonly string[];
  readonly availablePlanFeatures: readonly string[];
  readonly availablePlanOptions: readonly string[];
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
  selectableExchanges: [],
  availablePlanFeatures: [],
  availablePlanOptions: [],
};

const dayIn = (moment: string | null, timeZone: string): string => (moment === null ? '' : zonedDay(moment, timeZone));

/** @param timeZone - the organization's: days begin by its clocks, whoever reads them */
export const valuesOf = (plan: Mapped<AdministeredPlan>, timeZone: string): PlanValues => ({
  name: plan.name,
  monthlyPrice: String(plan.monthlyPrice),
  initialInstallationCost: String(plan.initialInstallationCost),
  tradingLimit: plan.tradingLimit === null ? '' : String(plan.tradingLimit),
  expirationDate: dayIn(plan.expirationDate, timeZone),
  campaignCode: plan.campaignCode ?? '',
  campaignExpiresAt: dayIn(plan.campaignExpiresAt, timeZone),
  affiliateOnly: plan.affiliateOnly,
  selectableExchanges: plan.selectableExchanges,
  availablePlanFeatures: plan.availablePlanFeatures,
  availablePlanOptions: plan.availablePlanOptions,
});

/** @param plan - what is edited: a day that was not changed stays as it is, to the second */
export function termsOf(
  values: PlanValues,
  { plan, timeZone }: { readonly plan: Mapped<AdministeredPlan> | null; readonly timeZone: string },
): RouteInput<typeof createUserPlan>['body'] {
  const momentOf = (day: string, stored: string | null | undefined) =>
    stored && dayIn(stored, timeZone) === day ? stored : (firstMomentOf(day, timeZone)?.toISOString() ?? null);
  return {
    name: values.name,
    monthlyPrice: enteredNumber(values.monthlyPrice),
    initialInstallationCost: enteredNumber(values.initialInstallationCost),
    tradingLimit: values.tradingLimit.trim() === '' ? null : enteredNumber(values.tradingLimit),
    expirationDate: momentOf(values.expirationDate, plan?.expirationDate),
    campaignCode: values.campaignCode.trim() || null,
    campaignExpiresAt: momentOf(values.campaignExpiresAt, plan?.campaignExpiresAt),
    affiliateOnly: values.affiliateOnly,
    selectableExchanges: [...values.selectableExchanges],
    availablePlanFeatures: [...values.availablePlanFeatures] as PlanFeature[],
    availablePlanOptions: [...values.availablePlanOptions] as PlanOption[],
  };
}

/** The fields of a plan beside what users will see of it. */
export function PlanForm({ form, timeZone, note }: { form: CallForm<PlanValues>; timeZone: string; note?: string }) {
  const text = useText('plans');
  const errorText = useErrorText();
  const failed = useFailureToast();
  const client = useClient();
  const code = useAction({
    mutationFn: () => client.call(createCampaignCode, {}),
    onSuccess: ({ campaignCode }) => form.setValue('campaignCode', campaignCode, { shouldDirty: true, shouldValidate: true }),
    onError: (error) => failed(error, text('createCode')),
  });
  const choose = (name: 'availablePlanFeatures' | 'availablePlanOptions', chosen: readonly string[]) =>
    form.setValue(name, chosen as never, { shouldDirty: true });
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { md: 'minmax(0, 2fr) minmax(0, 1fr)' }, alignItems: 'start' }}>
      <Panel>
        <Box component="form" noValidate onSubmit={form.submit} sx={{ display: 'grid', gap: 1 }}>
          {form.error && <Problem mb={1}>{errorText(form.error)}</Problem>}
          <Field label={text('name')} {...form.field('name')} />
          <Field label={text('price')} inputMode="numeric" {...form.field('monthlyPrice')} />
          <Field label={text('installation')} inputMode="numeric" {...form.field('initialInstallationCost')} />
          <Field label={text('limit')} help={text('limitHelp')} inputMode="decimal" {...form.field('tradingLimit')} />
          <Field label={text('expires')} help={text('expiresHelp', { zone: timeZone })} type="date" {...form.field('expirationDate')} />
          <Box sx={{ display: 'flex', gap: 1, alignItems: 'start' }}>
            <Field label={text('code')} help={text('codeHelp')} {...form.field('campaignCode')} />
            <Button variant="outlined" loading={code.isPending} onClick={() => code.mutate()} sx={{ minHeight: 56, whiteSpace: 'nowrap' }}>
              {text('createCode')}
            </Button>
          </Box>
          <Field
            label={text('codeExpires')}
            help={text('codeExpiresHelp', { zone: timeZone })}
            type="date"
            {...form.field('campaignExpiresAt')}
          />
          <FormControlLabel
            control={
              <Checkbox
                checked={form.watch('affiliateOnly')}
                onChange={(_, checked) => form.setValue('affiliateOnly', checked, { shouldDirty: true })}
              />
            }
            label={text('affiliateOnly')}
          />
          <Exchanges form={form} />
          <Choices
            legend={text('features')}
            names={planFeatures.map((value) => ({ value, name: text(`feature${value}`) }))}
            chosen={form.watch('availablePlanFeatures')}
            onChange={(chosen) => choose('availablePlanFeatures', chosen)}
          />
          <Choices
            legend={text('options')}
            names={planOptions.map((value) => ({ value, name: text(`option${value}`) }))}
            chosen={form.watch('availablePlanOptions')}
            onChange={(chosen) => choose('availablePlanOptions', chosen)}
          />
          {note && <Box sx={{ color: 'text.secondary', fontSize: 14 }}>{note}</Box>}
          <Button type="submit" variant="contained" loading={form.isSending} sx={{ minHeight: 48 }}>
            {text('save')}
          </Button>
        </Box>
      </Panel>
      <Preview values={form.watch()} />
      <DiscardPrompt unsaved={form.formState.isDirty} />
    </Box>
  );
}

/** Which of the organization's exchanges the plan's users may use. */
function Exchanges({ form }: { readonly form: CallForm<PlanValues> }) {
  const text = useText('plans');
  const organization = useQuery(query(getOrganizationSelf, {}));
  const legend = text('exchanges');
  if (organization.isPending) return <Loading what={legend} rows={1} />;
  if (organization.isLoadingError) return <Failure what={legend} error={organization.error} onRetry={() => void organization.refetch()} />;
  return (
    <Choices
      legend={legend}
      help={text('exchangesHelp')}
      names={(organization.data?.exchangeChoices ?? []).map(({ id, name }) => ({ value: id, name }))}
      chosen={form.watch('selectableExchanges')}
      onChange={(chosen) => form.setValue('selectableExchanges', chosen as never, { shouldDirty: true })}
    />
  );
}

interface ChoicesProps {
  readonly legend: string;
  readonly help?: string;
  readonly names: readonly { readonly value: string; readonly name: string }[];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

function Choices({ legend, help, names, chosen, onChange }: ChoicesProps) {
  return (
    <Box component="fieldset" sx={{ border: 0, p: 0, m: 0, minWidth: 0 }}>
      <Box component="legend" sx={{ fontSize: 14, color: 'text.secondary', p: 0 }}>
        {legend}
      </Box>
      {names.map(({ value, name }) => (
        <FormControlLabel
          key={value}
          label={name}
          control={
            <Checkbox
              checked={chosen.includes(value)}
              onChange={(_, isChosen) => onChange(isChosen ? [...chosen, value] : chosen.filter((one) => one !== value))}
            />
          }
        />
      ))}
      {help && <Box sx={{ fontSize: 14, color: 'text.secondary' }}>{help}</Box>}
    </Box>
  );
}

function Preview({ values }: { values: PlanValues }) {
  const text = useText('plans');
  const figureOf = (typed: string, shown: (figure: number) => string) => {
    const figure = parseNumber(typed);
    return figure === null ? unknownFigure : shown(figure);
  };
  return (
    <Panel title={text('preview')}>
      <FactList
        label={text('preview')}
        sx={{ gap: 1, overflowWrap: 'anywhere' }}
        facts={[
          { name: text('name'), value: values.name },
          { name: text('price'), value: text('perMonth', { price: figureOf(values.monthlyPrice, formatYen) }) },
          {
            name: text('limit'),
            value:
              values.tradingLimit.trim() === ''
                ? text('noLimit')
                : figureOf(values.tradingLimit, (figure) => text('limitOf', { limit: formatNumber(figure, { digits: 0 }) })),
          },
          { name: text('installation'), value: figureOf(values.initialInstallationCost, formatYen) },
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
