import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { emailFault, isLanguage, type Language, languages } from '@tenbin/accounts';
import { keyOf, Problem, query, useCallForm } from '@tenbin/app-kit';
import { countUsers, inviteUser, listUserPlans, listUsers } from '@tenbin/contract';
import { ConfirmDialog, Field, languageNames, SelectField, useErrorText, useLanguage, useToast } from '@tenbin/ui';
import { useState } from 'react';
import { useText } from '../../app/text.ts';
import { useMayDo } from '../../app/use-self.ts';

/** Invites somebody by mail; they choose their password themselves. */
export function InviteUser() {
  const text = useText('users');
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button variant="contained" onClick={() => setAsking(true)}>
        {text('invite')}
      </Button>
      {isAsking && <Invitation onClose={() => setAsking(false)} />}
    </>
  );
}

interface InvitationValues {
  readonly email: string;
  readonly lastName: string;
  readonly firstName: string;
  readonly language: Language;
  readonly isAffiliate: boolean;
  /** Empty: none. */
  readonly planId: string;
}

function Invitation({ onClose }: { readonly onClose: () => void }) {
  const text = useText('users');
  const kitText = useText('kit');
  const errorText = useErrorText();
  const queries = useQueryClient();
  const toast = useToast();
  const defaults: InvitationValues = { email: '', lastName: '', firstName: '', language: useLanguage(), isAffiliate: false, planId: '' };
  const mayGivePlans = useMayDo('plans');
  const plans = useQuery({ ...query(listUserPlans, { query: { limit: 100 } }), enabled: mayGivePlans });
  const form = useCallForm(inviteUser, {
    defaults,
    input: ({ email, lastName, firstName, language, isAffiliate, planId }) => ({
      body: {
        email: email.trim(),
        lastName: lastName.trim(),
        firstName: firstName.trim(),
        language,
        ...(isAffiliate && { isAffiliate }),
        ...(planId !== '' && { planId }),
      },
    }),
    problems: ({ email }) => {
      const fault = emailFault(email);
      return { email: fault && kitText(fault) };
    },
    onSuccess: ({ email }) => {
      onClose();
      toast('success', text('invited', { email }));
      for (const read of [listUsers, countUsers]) void queries.invalidateQueries({ queryKey: keyOf(read) });
    },
  });
  return (
    <ConfirmDialog
      open
      title={text('inviteTitle')}
      confirm={text('inviteConfirm')}
      busy={form.isSending}
      onClose={onClose}
      onConfirm={() => void form.submit()}
    >
      <Box component="form" noValidate onSubmit={form.submit} sx={{ display: 'grid', gap: 1.5, pt: 1 }}>
        <Box sx={{ fontSize: 14 }}>{text('inviteText')}</Box>
        {form.error && <Problem>{errorText(form.error)}</Problem>}
        <Field label={text('email')} type="email" autoComplete="off" {...form.field('email')} />
        <Field label={text('lastName')} autoComplete="off" {...form.field('lastName')} />
        <Field label={text('firstName')} autoComplete="off" {...form.field('firstName')} />
        <SelectField
          label={text('language')}
          value={form.watch('language')}
          options={languages.map((value) => ({ value, name: languageNames[value] }))}
          onChange={(next) => isLanguage(next) && form.setValue('language', next)}
        />
        {mayGivePlans && (
          <>
            <SelectField
              label={text('plan')}
              value={form.watch('planId')}
              options={[{ value: '', name: text('noGift') }, ...(plans.data ?? []).map(({ id, name }) => ({ value: id, name }))]}
              onChange={(next) => form.setValue('planId', next)}
            />
            <Box sx={{ fontSize: 14, color: 'text.secondary' }}>{text('giftHelp')}</Box>
          </>
        )}
        <FormControlLabel
          label={text('affiliate')}
          control={<Checkbox checked={form.watch('isAffiliate')} onChange={(_, isOn) => form.setValue('isAffiliate', isOn)} />}
        />
        <Box sx={{ fontSize: 14, color: 'text.secondary' }}>{text('inviteAffiliateHelp')}</Box>
      </Box>
    </ConfirmDialog>
  );
}
