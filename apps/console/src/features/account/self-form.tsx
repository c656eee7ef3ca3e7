import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Problem, query, useCallForm } from '@tenbin/app-kit';
import { getSelf, type Mapped, type User, updateSelf } from '@tenbin/contract';
import { Field, useErrorText, useToast } from '@tenbin/ui';
import { useText } from '../../app/text.ts';
import { pageAfter } from '../../onboarding/use-onboarding.ts';

const fieldsOf = ({ lastName, firstName, phoneNumber, address }: Mapped<User>) => ({ lastName, firstName, phoneNumber, address });

type Fields = ReturnType<typeof fieldsOf>;

/** What is as it was is not sent: it may be from a time at which more was taken. */
const changesOf = (values: Fields, before: Fields): Partial<Fields> =>
  Object.fromEntries(
    (Object.keys(before) as (keyof Fields)[]).flatMap((name) => (values[name] === before[name] ? [] : [[name, values[name]]])),
  );

const isComplete = ({ actionFlags }: Mapped<User>): boolean => actionFlags.includes('AccountInfoCompleted');

/** The user's own data. Who completes them for the first time is led on to the next step of the way in. */
export function SelfForm({ self }: { self: Mapped<User> }) {
  const text = useText('account');
  const errorText = useErrorText();
  const toast = useToast();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const form = useCallForm(updateSelf, {
    defaults: fieldsOf(self),
    stored: fieldsOf(self),
    input: (values) => ({ body: changesOf(values, fieldsOf(self)) }),
    onSuccess: (saved) => {
      queries.setQueryData(query(getSelf, {}).queryKey, saved);
      form.reset(fieldsOf(saved));
      toast('success', text('saved'));
      const next = isComplete(saved) && !isComplete(self) ? pageAfter(saved) : null;
      if (next) void navigate({ to: next });
    },
  });
  // No line is kept free below them: hardly anybody enters too much.
  const field = (name: keyof Fields) => {
    const { problem, ...registered } = form.field(name);
    return { ...registered, ...(problem && { problem }) };
  };
  return (
    <Box
      component="form"
      noValidate
      onSubmit={form.submit}
      sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}
    >
      {form.error && <Problem>{errorText(form.error)}</Problem>}
      <Field label={text('lastName')} autoComplete="family-name" {...field('lastName')} />
      <Field label={text('firstName')} autoComplete="given-name" {...field('firstName')} />
      <Field label={text('phone')} help={text('phoneHelp')} type="tel" autoComplete="tel" {...field('phoneNumber')} />
      <Field label={text('address')} autoComplete="street-address" {...field('address')} />
      <Box sx={{ gridColumn: '1 / -1' }}>
        <Button type="submit" variant="contained" loading={form.isSending} disabled={!form.formState.isDirty}>
          {text('save')}
        </Button>
      </Box>
    </Box>
  );
}
