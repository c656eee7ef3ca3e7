import Box from '@mui/material/Box';
import { useQueryClient } from '@tanstack/react-query';
import { enteredDecimal, Problem, useCallForm, useNamedCall } from '@tenbin/app-kit';
import { increaseVirtualBalance, type Mapped, type VirtualAccount } from '@tenbin/contract';
import { ConfirmDialog, Field, useErrorText, useToast } from '@tenbin/ui';
import { useText } from '../../app/text.ts';

interface GiveFormProps {
  readonly account: Mapped<VirtualAccount>;
  readonly onClose: () => void;
}

/** Gives a virtual account money that none has, or takes some away. */
export function GiveForm({ account: { exchangeName, name }, onClose }: GiveFormProps) {
  const text = useText('markets');
  const toast = useToast();
  const errorText = useErrorText();
  const queries = useQueryClient();
  const call = useNamedCall();
  const form = useCallForm(increaseVirtualBalance, {
    defaults: { currency: '', amount: '', reason: '' },
    input: ({ currency, amount, reason }) => ({
      body: { exchangeName, name, currency: currency.trim().toUpperCase(), amount: enteredDecimal(amount), reason: reason.trim() },
    }),
    send: (_, input) => call(increaseVirtualBalance, input),
    onSuccess: () => {
      onClose();
      toast('success', text('given', { name }));
      void queries.invalidateQueries();
    },
  });
  return (
    <ConfirmDialog
      open
      title={text('giveTitle', { name })}
      confirm={text('give')}
      busy={form.isSending}
      onClose={onClose}
      onConfirm={() => void form.submit()}
    >
      <Box component="form" noValidate onSubmit={form.submit} sx={{ display: 'grid', gap: 1.5, pt: 1 }}>
        <Box sx={{ fontSize: 14 }}>{text('giveHelp')}</Box>
        {form.error && <Problem>{errorText(form.error)}</Problem>}
        <Field label={text('currency')} placeholder="USDT" autoComplete="off" {...form.field('currency')} />
        <Field label={text('amount')} autoComplete="off" help={text('giveAmountHelp')} {...form.field('amount')} />
        <Field label={text('reason')} multiline minRows={2} required inputProps={{ maxLength: 500 }} {...form.field('reason')} />
      </Box>
    </ConfirmDialog>
  );
}
