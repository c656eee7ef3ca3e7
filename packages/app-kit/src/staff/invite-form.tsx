import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { emailFault, isLanguage, type Language, languages, type StaffRole } from '@tenbin/accounts';
import type { AnyMemberRoutes } from '@tenbin/contract';
import { Field, languageNames, SelectField, useErrorText, useLanguage, useToast } from '@tenbin/ui';
import { keyOf } from '../app/query.ts';
import { Problem } from '../forms/problem.tsx';
import { useCallForm } from '../forms/use-call-form.ts';
import type { MemberRole } from './member-row.tsx';
import { useText } from './text.ts';

interface Invitation {
  readonly email: string;
  readonly role: StaffRole;
  readonly language: Language;
}

interface InviteFormProps {
  readonly routes: AnyMemberRoutes;
  readonly roles: readonly MemberRole[];
  /** The role that is offered first. */
  readonly first: StaffRole;
}

/** Invites somebody by mail. What a role may do stands below it. */
export function InviteForm({ routes, roles, first }: InviteFormProps) {
  const text = useText('administrators');
  const kitText = useText('kit');
  const errorText = useErrorText();
  const toast = useToast();
  const queries = useQueryClient();
  const defaults: Invitation = { email: '', role: first, language: useLanguage() };
  const form = useCallForm(routes.invite, {
    defaults,
    input: ({ email, role, language }) => ({ body: { email: email.trim(), role, language } }),
    problems: ({ email }) => {
      const fault = emailFault(email);
      return { email: fault && kitText(fault) };
    },
    onSuccess: ({ email }) => {
      form.reset(defaults);
      toast('success', text('invited', { email }));
      void queries.invalidateQueries({ queryKey: keyOf(routes.list) });
    },
  });
  const [role, language] = form.watch(['role', 'language']);
  return (
    <Box component="form" noValidate onSubmit={form.submit} sx={{ display: 'grid', gap: 1.5 }}>
      {form.error && <Problem>{errorText(form.error)}</Problem>}
      <Box sx={{ display: 'grid', columnGap: 2, rowGap: 1.5, gridTemplateColumns: { xs: '1fr', md: '2fr 1fr 1fr' }, alignItems: 'start' }}>
        <Field label={kitText('email')} type="email" autoComplete="off" {...form.field('email')} />
        <SelectField
          label={text('role')}
          value={role}
          options={roles}
          onChange={(next) => form.setValue('role', roles.find(({ value }) => value === next)?.value ?? first)}
        />
        <SelectField
          label={kitText('language')}
          value={language}
          options={languages.map((value) => ({ value, name: languageNames[value] }))}
          onChange={(next) => isLanguage(next) && form.setValue('language', next)}
        />
      </Box>
      <Box sx={{ fontSize: 14, color: 'text.secondary' }}>{roles.find(({ value }) => value === role)?.may}</Box>
      <Box>
        <Button type="submit" variant="contained" loading={form.isSending}>
          {text('invite')}
        </Button>
      </Box>
    </Box>
  );
}
