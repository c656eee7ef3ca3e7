import Box from '@mui/material/Box';
import { useQueryClient } from '@tanstack/react-query';
import { enteredDecimal, keyOf, Problem, pairIn, useCallForm, useNamedCall } from '@tenbin/app-kit';
import { createVirtualOrder, getVirtualAccount, listOpenVirtualOrders, type Mapped, type VirtualAccount } from '@tenbin/contract';
import { type Side, sides } from '@tenbin/market';
import { ConfirmDialog, Field, Panel, SelectField, useErrorText, useToast } from '@tenbin/ui';
import { type FormEvent, useState } from 'react';
import { ActButton } from '../../app/act-button.tsx';
import { useText } from '../../app/text.ts';
import { whyNotSpend } from './why-not.ts';

const types = ['limit', 'market'] as const;

/** An order that somebody places with the money of a virtual account. */
export function HandOrderForm({ account }: { readonly account: Mapped<VirtualAccount> }) {
  const named = { exchangeName: account.exchangeName, name: account.name };
  const whyNot = whyNotSpend(account);
  const text = useText('markets');
  const toast = useToast();
  const errorText = useErrorText();
  const queries = useQueryClient();
  const call = useNamedCall();
  const [isAsking, setAsking] = useState(false);
  const form = useCallForm(createVirtualOrder, {
    defaults: { pair: '', side: 'buy' as Side, type: 'limit' as (typeof types)[number], price: '', amount: '' },
    input: ({ pair, side, type, price, amount }) => ({
      body: {
        ...named,
        type,
        side,
        pair: pairIn(pair),
        ...(type === 'limit' && { price: enteredDecimal(price) }),
        amount: enteredDecimal(amount),
      },
    }),
    send: (_, input) => call(createVirtualOrder, input),
    onSuccess: () => {
      form.reset();
      toast('success', text('placed'));
      void queries.invalidateQueries({ queryKey: keyOf(getVirtualAccount) });
      void queries.invalidateQueries({ queryKey: keyOf(listOpenVirtualOrders) });
    },
  });
  const ask = async (event: FormEvent) => {
    event.preventDefault();
    if (await form.trigger(undefined, { shouldFocus: true })) setAsking(true);
  };
  const { pair, side, type, price, amount } = form.watch();
  return (
    <Panel title={text('placeOrder')}>
      <Box component="form" noValidate onSubmit={ask} sx={{ display: 'grid', gap: 2 }}>
        {form.error && <Problem>{errorText(form.error)}</Problem>}
        <Box sx={{ display: 'grid', gap: 2, alignItems: 'start', gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr', lg: 'repeat(5, 1fr)' } }}>
          <Field label={text('pair')} placeholder="BTC/USDT" {...form.field('pair')} />
          <SelectField
            label={text('side')}
            value={side}
            options={sides.map((value) => ({ value, name: text(value) }))}
            onChange={(next) => form.setValue('side', next === 'sell' ? 'sell' : 'buy')}
          />
          <SelectField
            label={text('type')}
            value={type}
            options={types.map((value) => ({ value, name: text(`type_${value}`) }))}
            onChange={(next) => form.setValue('type', next === 'market' ? 'market' : 'limit')}
          />
          {type === 'limit' && <Field label={text('price')} inputMode="decimal" {...form.field('price')} />}
          <Field label={text('amount')} inputMode="decimal" {...form.field('amount')} />
        </Box>
        <Box>
          <ActButton type="submit" variant="contained" loading={form.isSending} why={whyNot && text(whyNot)}>
            {text('place')}
          </ActButton>
        </Box>
      </Box>
      <ConfirmDialog
        open={isAsking}
        title={text('placeTitle')}
        confirm={text('place')}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          void form.submit();
        }}
      >
        {text(type === 'market' ? 'placeMarketHelp' : 'placeHelp', {
          side: text(side),
          amount: enteredDecimal(amount),
          price: enteredDecimal(price),
          pair: pairIn(pair),
          name: named.name,
        })}
      </ConfirmDialog>
    </Panel>
  );
}
