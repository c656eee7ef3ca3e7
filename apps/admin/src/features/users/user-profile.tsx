import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { useQueryClient } from '@tanstack/react-query';
import { emailFault, isLanguage, type Language, languages } from '@tenbin/accounts';
import { keyOf, PageLink, Problem, useCallForm } from '@tenbin/app-kit';
import { type ExaminedUser, getUser, listUserEvents, listUsers, type Mapped, updateUser } from '@tenbin/contract';
import {
  ConfirmDialog,
  decimals,
  FactList,
  Field,
  Figure,
  formatDate,
  languageNames,
  Panel,
  SelectField,
  unknownFigure,
  useErrorText,
  useToast,
} from '@tenbin/ui';
import { type ReactNode, useState } from 'react';
import { changedFields } from '../../app/changed-fields.ts';
import { useText } from '../../app/text.ts';
import { useMayDo } from '../../app/use-self.ts';

type User = Mapped<ExaminedUser>;

/** Who a user is; what of it may be changed, by whoever may. */
export function UserProfile({ user }: { readonly user: User }) {
  const text = useText('users');
  const mayChange = useMayDo('users');
  const [isEditing, setEditing] = useState(false);
  const facts: readonly (readonly [string, ReactNode])[] = [
    [text('uid'), user.uid],
    [text('name'), [user.lastName, user.firstName].filter(Boolean).join(' ') || unknownFigure],
    [text('phoneNumber'), user.phoneNumber || unknownFigure],
    [text('address'), user.address || unknownFigure],
    [text('language'), text(user.language)],
    [text('affiliate'), text(user.isAffiliate ? 'yes' : 'no')],
    [text('since'), formatDate(user.organizationUserSince)],
    [text('verifiedAt'), user.verifiedAt ? formatDate(user.verifiedAt) : text('notVerified')],
    [text('secondFactor'), text(user.hasFactor ? 'yes' : 'no')],
    [text('lastSeen'), user.lastSeenAt ? formatDate(user.lastSeenAt) : text('never')],
    [text('bots'), user.botCount === 0 ? unknownFigure : text('botsOf', { running: user.runningCount, count: user.botCount })],
    [text('volume'), <Figure key="volume" value={user.volumeThisMonth} digits={decimals.usd} unit="USD" />],
    [text('referralCode'), user.referralCode],
    [
      text('referredBy'),
      user.referredBy === null ? (
        unknownFigure
      ) : (
        <PageLink key="referrer" to="/users/$userId" params={{ userId: user.referredBy }}>
          {text('thisUser')}
        </PageLink>
      ),
    ],
  ];
  return (
    <Panel
      title={text('profile')}
      action={
        mayChange && (
          <Button size="small" onClick={() => setEditing(true)}>
            {text('edit')}
          </Button>
        )
      }
    >
      <FactList beside sx={{ rowGap: 0.75, overflowWrap: 'anywhere' }} facts={facts.map(([name, value]) => ({ name, value }))} />
      {isEditing && <EditProfile user={user} onClose={() => setEditing(false)} />}
    </Panel>
  );
}

interface ProfileValues {
  readonly lastName: string;
  readonly firstName: string;
  readonly phoneNumber: string;
  readonly address: string;
  readonly language: Language;
  readonly isAffiliate: boolean;
  readonly email: string;
  readonly reason: string;
}

function EditProfile({ user, onClose }: { readonly user: User; readonly onClose: () => void }) {
  const text = useText('users');
  const kitText = useText('kit');
  const errorText = useErrorText();
  const toast = useToast();
  const queries = useQueryClient();
  const { lastName, firstName, phoneNumber, address, language, isAffiliate, email } = user;
  const stored = { lastName, firstName, phoneNumber, address, language, isAffiliate, email };
  const changed = ({ reason: _reason, ...values }: ProfileValues) => changedFields({ ...values, email: values.email.trim() }, stored);
  const form = useCallForm(updateUser, {
    defaults: { ...stored, reason: '' },
    input: (values) => ({
      params: { id: user.id },
      body: {
        ...changed(values),
        ...(values.reason.trim() !== '' && { reason: values.reason.trim() }),
      },
    }),
    problems: (values) => {
      const fault = emailFault(values.email.trim());
      return { email: fault && kitText(fault) };
    },
    onSuccess: async (_, values) => {
      const { email: asked } = changed(values);
      toast('success', asked === undefined ? text('saved') : text('emailAsked', { email: asked }));
      onClose();
      for (const read of [getUser, listUsers, listUserEvents]) await queries.invalidateQueries({ queryKey: keyOf(read) });
    },
  });
  const values = form.watch();
  const stops = values.isAffiliate && !isAffiliate;
  return (
    <ConfirmDialog
      open
      wide
      title={text('editTitle', { email })}
      confirm={text('save')}
      busy={form.isSending}
      waits={Object.keys(changed(values)).length === 0}
      onClose={onClose}
      onConfirm={() => void form.submit()}
    >
      <Box component="form" noValidate onSubmit={form.submit} sx={{ display: 'grid', gap: 1, pt: 1 }}>
        {form.error && <Problem>{errorText(form.error)}</Problem>}
        <Box sx={{ display: 'grid', columnGap: 2, rowGap: 1, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
          <Field label={text('lastName')} {...form.field('lastName')} />
          <Field label={text('firstName')} {...form.field('firstName')} />
          <Field label={text('phoneNumber')} type="tel" {...form.field('phoneNumber')} />
          <SelectField
            label={text('language')}
            value={values.language}
            options={languages.map((value) => ({ value, name: languageNames[value] }))}
            onChange={(next) => isLanguage(next) && form.setValue('language', next)}
          />
        </Box>
        <Field label={text('address')} {...form.field('address')} />
        <Field label={text('email')} type="email" autoComplete="off" help={text('emailHelp')} {...form.field('email')} />
        <FormControlLabel
          label={text('affiliate')}
          control={<Checkbox checked={values.isAffiliate} onChange={(_, isOn) => form.setValue('isAffiliate', isOn)} />}
        />
        {stops && (
          <Box role="status" sx={{ fontSize: 14, color: 'warning.main' }}>
            {text('affiliateStops', { count: user.runningCount })}
          </Box>
        )}
        <Field label={text('reason')} multiline minRows={2} inputProps={{ maxLength: 500 }} {...form.field('reason')} />
        <button type="submit" hidden />
      </Box>
    </ConfirmDialog>
  );
}
