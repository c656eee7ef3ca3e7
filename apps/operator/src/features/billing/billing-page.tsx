import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { enteredDecimal, keyOf, PageTitle, Problem, query, useCallForm } from '@tenbin/app-kit';
import { getBillIssuer, listUsdRates, type Mapped, type RouteReply, setBillIssuer, setUsdRate } from '@tenbin/contract';
import { Empty, Failure, Field, formatDay, Loading, Panel, SmallTable, useErrorText, useToast } from '@tenbin/ui';
import { useText } from '../../app/text.ts';
import { useMayOperate } from '../../app/use-self.ts';

/** What bills are written with: who issues them, and what a dollar is worth. */
export function BillingPage() {
  const text = useText('platform');
  const issuer = useQuery(query(getBillIssuer, {}));
  const rates = useQuery(query(listUsdRates, {}));
  const mayOperate = useMayOperate();
  return (
    <>
      <PageTitle title={text('billing')} />
      <Box sx={{ display: 'grid', gap: 2 }}>
        <Panel title={text('issuer')}>
          {issuer.isPending && <Loading what={text('issuer')} rows={3} />}
          {issuer.isLoadingError && <Failure what={text('issuer')} error={issuer.error} onRetry={() => void issuer.refetch()} />}
          {issuer.data && <IssuerForm issuer={issuer.data.issuer} readOnly={!mayOperate} />}
        </Panel>
        <Panel title={text('rates')}>
          {mayOperate && <RateForm />}
          {rates.isPending && <Loading what={text('rates')} rows={3} />}
          {rates.isLoadingError && <Failure what={text('rates')} error={rates.error} onRetry={() => void rates.refetch()} />}
          {rates.data?.length === 0 && <Empty title={text('noRates')}>{text('noRatesHelp')}</Empty>}
          {rates.data && rates.data.length > 0 && (
            <SmallTable
              lined
              stacked="named"
              label={text('rates')}
              heads={[text('month'), text('rateSource'), text('rateDate'), text('yenPerUsd')]}
              rows={rates.data.map(({ month, source, date, yenPerUsd }) => ({ key: month, cells: [month, source, date, `¥${yenPerUsd}`] }))}
            />
          )}
        </Panel>
      </Box>
    </>
  );
}

type Issuer = Mapped<RouteReply<typeof getBillIssuer>>['issuer'];

function IssuerForm({ issuer, readOnly }: { readonly issuer: Issuer; readonly readOnly: boolean }) {
  const text = useText('platform');
  const errorText = useErrorText();
  const toast = useToast();
  const queries = useQueryClient();
  const form = useCallForm(setBillIssuer, {
    defaults: issuer ?? { name: '', address: '', registrationNumber: '' },
    input: (body) => ({ body }),
    onSuccess: () => {
      toast('success', text('saved'));
      void queries.invalidateQueries({ queryKey: keyOf(getBillIssuer) });
    },
  });
  return (
    <Box component="form" noValidate onSubmit={form.submit} sx={{ display: 'grid', gap: 1, maxWidth: 560 }}>
      {form.error && <Problem>{errorText(form.error)}</Problem>}
      <Field label={text('issuerName')} {...form.field('name')} />
      <Field label={text('issuerAddress')} {...form.field('address')} />
      <Field label={text('registrationNumber')} help={text('registrationNumberHelp')} {...form.field('registrationNumber')} />
      {!readOnly && (
        <Box>
          <Button type="submit" variant="contained" loading={form.isSending}>
            {text('save')}
          </Button>
        </Box>
      )}
    </Box>
  );
}

function RateForm() {
  const text = useText('platform');
  const errorText = useErrorText();
  const toast = useToast();
  const queries = useQueryClient();
  const today = formatDay(new Date());
  const form = useCallForm(setUsdRate, {
    defaults: { month: today.slice(0, 7), yenPerUsd: '', source: '', date: today },
    input: ({ month, yenPerUsd, ...rate }) => ({
      body: { month: month.replace('-', '/'), yenPerUsd: enteredDecimal(yenPerUsd), ...rate },
    }),
    onSuccess: () => {
      toast('success', text('saved'));
      void queries.invalidateQueries({ queryKey: keyOf(listUsdRates) });
    },
  });
  return (
    <Box component="form" noValidate onSubmit={form.submit} sx={{ mb: 2 }}>
      {form.error && <Problem mb={1}>{errorText(form.error)}</Problem>}
      <Box sx={{ display: 'grid', gap: 1.5, alignItems: 'start', gridTemplateColumns: { sm: '1fr 1fr', lg: '1fr 1fr 2fr 1fr auto' } }}>
        <Field label={text('month')} type="month" {...form.field('month')} />
        <Field label={text('yenPerUsd')} inputMode="decimal" {...form.field('yenPerUsd')} />
        <Field label={text('rateSource')} {...form.field('source')} />
        <Field label={text('rateDate')} type="date" {...form.field('date')} />
        <Button type="submit" variant="outlined" loading={form.isSending} sx={{ minHeight: 56 }}>
          {text('store')}
        </Button>
      </Box>
    </Box>
  );
}
