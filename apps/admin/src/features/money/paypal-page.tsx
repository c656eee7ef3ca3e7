import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { enteredNumber, keyOf, PageTitle, Problem, query, useCallForm } from '@tenbin/app-kit';
import type { PaypalEnvironment } from '@tenbin/billing';
import { ApiError, getPaypalAccount, type Mapped, type PaypalAccount, setPaypalAccount } from '@tenbin/contract';
import {
  Banner,
  Empty,
  FactList,
  Failure,
  Field,
  formatDate,
  Loading,
  Panel,
  PasswordField,
  SelectField,
  useErrorText,
  useToast,
} from '@tenbin/ui';
import { useText } from '../../app/text.ts';
import { useMayDo } from '../../app/use-self.ts';
import { UnclaimedSubscriptions } from './unclaimed-subscriptions.tsx';

/** The account that users' payments go to: whether it works now, and another one in its place. */
export function PaypalPage() {
  const text = useText('money');
  const maySet = useMayDo('settings');
  const found = useQuery(query(getPaypalAccount, {}));
  return (
    <>
      <PageTitle title={text('paypal')} />
      {found.isPending && <Loading what={text('paypal')} rows={4} />}
      {found.isLoadingError && <Failure what={text('paypal')} error={found.error} onRetry={() => void found.refetch()} />}
      {found.data && (
        <Box sx={{ display: 'grid', gap: 2 }}>
          <Panel
            title={text('present')}
            action={
              <Button size="small" loading={found.isFetching} onClick={() => void found.refetch()}>
                {text('checkAgain')}
              </Button>
            }
          >
            {found.data.account ? (
              <Account account={found.data.account} />
            ) : (
              <Empty title={text('noAccount')}>{text('noAccountHelp')}</Empty>
            )}
          </Panel>
          {found.data.earlier.map((account) => (
            <Panel key={account.id} title={text('earlier')}>
              <Account account={account} />
            </Panel>
          ))}
          {(found.data.account || found.data.earlier.length > 0) && <UnclaimedSubscriptions />}
          {maySet && <AccountForm account={found.data.account} environments={found.data.environments} />}
        </Box>
      )}
    </>
  );
}

function Account({ account }: { account: Mapped<PaypalAccount> }) {
  const text = useText('money');
  const { clientId, environment, createdAt, subscriptions, check } = account;
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      {check.state !== 'works' && (
        <Banner severity="error" title={text(`check_${check.state}`)}>
          {check.reason}
        </Banner>
      )}
      <FactList
        label={clientId}
        sx={{ gap: 1.5, overflowWrap: 'anywhere', gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 220px), 1fr))' }}
        facts={[
          { name: text('clientId'), value: clientId },
          { name: text('environment'), value: text(`environment_${environment}`) },
          { name: text('checked'), value: text(`check_${check.state}`), more: [formatDate(check.at)] },
          { name: text('webhook'), value: text(check.webhook ? 'webhookThere' : 'webhookMissing') },
          { name: text('charges'), value: subscriptions },
          { name: text('entered'), value: formatDate(createdAt) },
        ]}
      />
    </Box>
  );
}

interface FormProps {
  readonly account: Mapped<PaypalAccount> | null;
  readonly environments: readonly PaypalEnvironment[];
}

/** Another account ends what the present one charges for: its owner types how many, and says why. */
function AccountForm({ account, environments }: FormProps) {
  const text = useText('money');
  const errorText = useErrorText();
  const toast = useToast();
  const queries = useQueryClient();
  const [first = 'sandbox'] = environments;
  const form = useCallForm(setPaypalAccount, {
    defaults: { clientId: '', secret: '', environment: account?.environment ?? first, ends: '', reason: '' },
    input: ({ ends, reason, ...entered }) => ({
      body: { ...entered, ...(ends.trim() !== '' && { endsSubscriptions: enteredNumber(ends) }), ...(reason.trim() !== '' && { reason }) },
    }),
    fieldOf: { endsSubscriptions: 'ends' },
    onSuccess: () => {
      toast('success', text('accountSaved'));
      form.reset();
      void queries.invalidateQueries({ queryKey: keyOf(getPaypalAccount) });
    },
  });
  const { clientId, environment, reason } = form.watch();
  const isOther = account !== null && clientId !== '' && (clientId !== account.clientId || environment !== account.environment);
  const ending = isOther ? account.subscriptions : 0;
  const isAsked = ending > 0 || (form.error instanceof ApiError && form.error.code === 'subscriptionsWouldEnd');
  return (
    <Panel title={text('enterAccount')}>
      <Box component="form" noValidate onSubmit={form.submit} sx={{ display: 'grid', gap: 1, maxWidth: 520 }}>
        {form.error && <Problem mb={1}>{errorText(form.error)}</Problem>}
        <SelectField
          label={text('environment')}
          value={environment}
          options={environments.map((value) => ({ value, name: text(`environment_${value}`) }))}
          onChange={(value) => form.setValue('environment', value === 'live' ? 'live' : 'sandbox')}
        />
        <Box sx={{ height: 8 }} />
        <Field label={text('clientId')} autoComplete="off" {...form.field('clientId')} />
        <PasswordField label={text('secret')} autoComplete="off" {...form.field('secret')} />
        {isAsked && (
          <>
            <Banner severity="warning" title={text('endsTitle', { count: ending })}>
              {text('endsHelp')}
            </Banner>
            <Box sx={{ height: 8 }} />
            <Field label={text('endsField')} inputMode="numeric" {...form.field('ends')} />
            <Field label={text('reason')} {...form.field('reason')} />
          </>
        )}
        <Button
          type="submit"
          variant="contained"
          color={isAsked ? 'error' : 'primary'}
          loading={form.isSending}
          disabled={isAsked && reason.trim() === ''}
          sx={{ minHeight: 48 }}
        >
          {text('saveAccount')}
        </Button>
      </Box>
    </Panel>
  );
}
