import Box from '@mui/material/Box';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { enteredDecimal, Problem, query, useCallForm, useNamedCall } from '@tenbin/app-kit';
import { listVirtualAccounts, type Mapped, transferVirtualBalance, type VirtualAccount } from '@tenbin/contract';
import { ConfirmDialog, Empty, Failure, Field, Loading, SelectField, useErrorText, useToast } from '@tenbin/ui';
import { useText } from '../../app/text.ts';

interface TransferFormProps {
  readonly account: Mapped<VirtualAccount>;
  readonly onClose: () => void;
}

/** Moves money to another virtual account of the same exchange. */
export function TransferForm({ account: { exchangeName, name }, onClose }: TransferFormProps) {
  const text = useText('markets');
  const toast = useToast();
  const errorText = useErrorText();
  const queries = useQueryClient();
  const call = useNamedCall();
  const all = useQuery(query(listVirtualAccounts, {}));
  const others = (all.data ?? []).filter((one) => one.exchangeName === exchangeName && one.name !== name && one.state !== 'closed');
  const form = useCallForm(transferVirtualBalance, {
    defaults: { to: '', currency: '', amount: '', reason: '' },
    input: ({ to, currency, amount, reason }) => ({
      body: {
        exchangeName,
        from: name,
        to,
        currency: currency.trim().toUpperCase(),
        amount: amount.trim() === '' ? 'all' : enteredDecimal(amount),
        reason: reason.trim(),
      },
    }),
    send: (_, input) => call(transferVirtualBalance, input),
    onSuccess: (_, { to }) => {
      onClose();
      toast('success', text('transferred', { from: name, to }));
      void queries.invalidateQueries();
    },
  });
  const to = form.watch('to');
  return (
    <ConfirmDialog
      open
      title={text('transferTitle', { name })}
      confirm={text('transfer')}
      busy={form.isSending}
      waits={to === ''}
      onClose={onClose}
      onConfirm={() => void form.submit()}
    >
      {all.isPending && <Loading what={text('accounts')} rows={2} height={44} />}
      {all.isLoadingError && <Failure what={text('accounts')} error={all.error} onRetry={() => void all.refetch()} />}
      {all.data && others.length === 0 && <Empty title={text('noOther')} />}
      {others.length > 0 && (
        <Box component="form" noValidate onSubmit={form.submit} sx={{ display: 'grid', gap: 1.5, pt: 1 }}>
          {form.error && <Problem>{errorText(form.error)}</Problem>}
          <SelectField
            label={text('to')}
            value={to}
            options={[{ value: '', name: text('chooseAccount') }, ...others.map((one) => ({ value: one.name, name: one.name }))]}
            onChange={(next) => form.setValue('to', next)}
          />
          <Field label={text('currency')} placeholder="USDT" autoComplete="off" {...form.field('currency')} />
          <Field
            label={text('amount')}
            inputMode="decimal"
            autoComplete="off"
            help={text('transferAmountHelp')}
            {...form.field('amount')}
          />
          <Field label={text('reason')} multiline minRows={2} required inputProps={{ maxLength: 500 }} {...form.field('reason')} />
        </Box>
      )}
    </ConfirmDialog>
  );
}
