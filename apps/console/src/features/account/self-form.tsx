import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { getSelf, longestOfSelf, type Mapped, type User, updateSelf } from '@tenbin/contract';
import { Field, useErrorText, useToast } from '@tenbin/ui';
import { useForm } from 'react-hook-form';
import { client } from '../../app/client.ts';
import { Problem } from '../../app/problem.tsx';
import { query } from '../../app/query.ts';
import { useText } from '../../app/text.ts';
import { useAction } from '../../app/use-action.ts';

/** The user's own data. Saving them completes the onboarding's first step. */
export function SelfForm({ self }: { self: Mapped<User> }) {
  const text = useText('account');
  const errorText = useErrorText();
  const toast = useToast();
  const queries = useQueryClient();
  const { lastName, firstName, phoneNumber, address } = self;
  const form = useForm({ values: { lastName, firstName, phoneNumber, address }, resetOptions: { keepDirtyValues: true } });
  const save = useAction({
    mutationFn: (values: { lastName: string; firstName: string; phoneNumber: string; address: string }) =>
      client.call(updateSelf, { body: { ...values, actionFlags: ['AccountInfoCompleted'] } }),
    onSuccess: (saved) => {
      queries.setQueryData(query(getSelf, {}).queryKey, saved);
      form.reset({ lastName: saved.lastName, firstName: saved.firstName, phoneNumber: saved.phoneNumber, address: saved.address });
      toast('success', text('saved'));
    },
  });
  const { errors } = form.formState;
  const field = (name: keyof typeof longestOfSelf) => {
    const problem = errors[name]?.message;
    const most = longestOfSelf[name];
    return { ...(problem && { problem }), ...form.register(name, { maxLength: { value: most, message: text('tooLong', { most }) } }) };
  };
  return (
    <Box
      component="form"
      noValidate
      onSubmit={form.handleSubmit((values) => save.mutate(values))}
      sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}
    >
      {save.error && <Problem>{errorText(save.error)}</Problem>}
      <Field label={text('lastName')} autoComplete="family-name" {...field('lastName')} />
      <Field label={text('firstName')} autoComplete="given-name" {...field('firstName')} />
      <Field label={text('phone')} type="tel" autoComplete="tel" {...field('phoneNumber')} />
      <Field label={text('address')} autoComplete="street-address" {...field('address')} />
      <Box sx={{ gridColumn: '1 / -1' }}>
        <Button type="submit" variant="contained" loading={save.isPending} disabled={!form.formState.isDirty}>
          {text('save')}
        </Button>
      </Box>
    </Box>
  );
}
