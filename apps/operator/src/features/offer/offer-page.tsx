import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { enteredDecimal, enteredNumber, keyOf, PageTitle, Problem, query, useCallForm } from '@tenbin/app-kit';
import {
  listOfferedFeatures,
  listOfferedOptions,
  listOfferedPlans,
  type Mapped,
  type RouteReply,
  updateOfferedFeature,
  updateOfferedOption,
  updateOfferedPlan,
} from '@tenbin/contract';
import { Failure, Field, Loading, Panel, useErrorText, useToast } from '@tenbin/ui';
import type { ReactNode } from 'react';
import { useText } from '../../app/text.ts';
import { useMayOperate } from '../../app/use-self.ts';

/** What the platform offers to organizations, with its prices. */
export function OfferPage() {
  const text = useText('platform');
  const plans = useQuery(query(listOfferedPlans, {}));
  const options = useQuery(query(listOfferedOptions, {}));
  const features = useQuery(query(listOfferedFeatures, {}));
  return (
    <>
      <PageTitle title={text('offer')} />
      <Box sx={{ display: 'grid', gap: 2 }}>
        <Part title={text('plans')} read={plans}>
          {plans.data?.map((plan) => (
            <PlanRow key={plan.id} plan={plan} />
          ))}
        </Part>
        <Part title={text('options')} read={options}>
          {options.data?.map((item) => (
            <ItemRow key={item.id} label={text(`option${item.name}`)} item={item} kind="option" />
          ))}
        </Part>
        <Part title={text('features')} read={features}>
          {features.data?.map((item) => (
            <ItemRow key={item.id} label={text(`feature${item.name}`)} item={item} kind="feature" />
          ))}
        </Part>
      </Box>
    </>
  );
}

interface PartProps {
  readonly title: string;
  readonly read: { readonly isPending: boolean; readonly isLoadingError: boolean; readonly error: Error | null; refetch(): unknown };
  readonly children: ReactNode;
}

function Part({ title, read, children }: PartProps) {
  return (
    <Panel title={title}>
      {read.isPending && <Loading what={title} rows={4} height={56} />}
      {read.isLoadingError && read.error && <Failure what={title} error={read.error} onRetry={() => void read.refetch()} />}
      {children}
    </Panel>
  );
}

const rowStyle = {
  display: 'grid',
  gap: 1.5,
  alignItems: 'start',
  py: 1,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 2fr) repeat(3, minmax(0, 1fr)) auto' },
};

function PlanRow({ plan }: { readonly plan: Mapped<RouteReply<typeof updateOfferedPlan>> }) {
  const text = useText('platform');
  const errorText = useErrorText();
  const { id } = plan;
  const name = text(`plan_${plan.name}`);
  const onSuccess = useSaved();
  const form = useCallForm(updateOfferedPlan, {
    defaults: { monthlyPrice: String(plan.monthlyPrice), pricePerUser: String(plan.pricePerUser), basisPoints: plan.basisPoints },
    input: ({ monthlyPrice, pricePerUser, basisPoints }) => ({
      params: { id },
      body: {
        monthlyPrice: enteredNumber(monthlyPrice),
        pricePerUser: enteredNumber(pricePerUser),
        basisPoints: enteredDecimal(basisPoints),
      },
    }),
    onSuccess: () => onSuccess(listOfferedPlans),
  });
  return (
    <Box component="form" noValidate aria-label={name} onSubmit={form.submit} sx={rowStyle}>
      <Box sx={{ fontWeight: 600, pt: { md: 2 } }}>
        {name}
        {form.error && <Problem>{errorText(form.error)}</Problem>}
      </Box>
      <Field label={text('monthlyPrice')} inputMode="numeric" {...form.field('monthlyPrice')} />
      <Field label={text('pricePerUser')} inputMode="numeric" {...form.field('pricePerUser')} />
      <Field label={text('basisPoints')} inputMode="decimal" {...form.field('basisPoints')} />
      <Save label={text('saveOf', { name })} busy={form.isSending} />
    </Box>
  );
}

interface ItemRowProps {
  readonly label: string;
  readonly item: { readonly id: string; readonly monthlyPrice: number };
  readonly kind: 'option' | 'feature';
}

function ItemRow({ label, item: { id, monthlyPrice }, kind }: ItemRowProps) {
  const text = useText('platform');
  const errorText = useErrorText();
  const onSuccess = useSaved();
  // Some are offered as a feature and as an option.
  const name = `${text(kind === 'option' ? 'options' : 'features')}: ${label}`;
  const form = useCallForm(kind === 'option' ? updateOfferedOption : updateOfferedFeature, {
    defaults: { monthlyPrice: String(monthlyPrice) },
    input: (values) => ({ params: { id }, body: { monthlyPrice: enteredNumber(values.monthlyPrice) } }),
    onSuccess: () => onSuccess(kind === 'option' ? listOfferedOptions : listOfferedFeatures),
  });
  return (
    <Box
      component="form"
      noValidate
      aria-label={name}
      onSubmit={form.submit}
      sx={{ ...rowStyle, gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 2fr) minmax(0, 1fr) auto' } }}
    >
      <Box sx={{ pt: { md: 2 } }}>
        {label}
        {form.error && <Problem>{errorText(form.error)}</Problem>}
      </Box>
      <Field label={text('monthlyPrice')} inputMode="numeric" {...form.field('monthlyPrice')} />
      <Save label={text('saveOf', { name })} busy={form.isSending} />
    </Box>
  );
}

function Save({ label, busy }: { readonly label: string; readonly busy: boolean }) {
  const text = useText('platform');
  if (!useMayOperate()) return null;
  return (
    <Button type="submit" variant="outlined" aria-label={label} loading={busy} sx={{ minHeight: 56 }}>
      {text('save')}
    </Button>
  );
}

function useSaved() {
  const text = useText('platform');
  const toast = useToast();
  const queries = useQueryClient();
  return (route: Parameters<typeof keyOf>[0]) => {
    toast('success', text('saved'));
    void queries.invalidateQueries({ queryKey: keyOf(route) });
  };
}
