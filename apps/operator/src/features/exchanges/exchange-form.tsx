import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { type CallForm, Problem, pairsIn } from '@tenbin/app-kit';
import type { Mapped, OperatedExchange } from '@tenbin/contract';
import { Field, useErrorText } from '@tenbin/ui';
import { useText } from '../../app/text.ts';

/** As it is typed. */
export interface ExchangeValues {
  readonly name: string;
  readonly ccxtId: string;
  readonly baseUrl: string;
  readonly requiresPassphrase: boolean;
  readonly omitPairs: string;
}

export const valuesOf = ({ name, ccxtId, baseUrl, requiresPassphrase, omitPairs }: Mapped<OperatedExchange>): ExchangeValues => ({
  name,
  ccxtId,
  baseUrl: baseUrl ?? '',
  requiresPassphrase,
  omitPairs: omitPairs.join(', '),
});

export const changesOf = ({ name, ccxtId, baseUrl, omitPairs }: ExchangeValues) => ({
  name: name.trim(),
  ccxtId: ccxtId.trim().toLowerCase(),
  baseUrl: baseUrl.trim() === '' ? null : baseUrl.trim(),
  omitPairs: pairsIn(omitPairs),
});

interface ExchangeFormProps {
  readonly form: CallForm<ExchangeValues>;
  /** Its adapter knows whether its keys have a passphrase. */
  readonly isNew: boolean;
  readonly readOnly?: boolean;
  readonly submit: string;
}

export function ExchangeForm({ form, isNew, readOnly = false, submit }: ExchangeFormProps) {
  const text = useText('machine');
  const errorText = useErrorText();
  return (
    <Box component="form" noValidate onSubmit={form.submit} sx={{ display: 'grid', gap: 1, maxWidth: 640 }}>
      {form.error && <Problem>{errorText(form.error)}</Problem>}
      <Field label={text('name')} {...form.field('name')} />
      <Field label={text('adapter')} help={text('adapterHelp')} autoComplete="off" {...form.field('ccxtId')} />
      <Field label={text('baseUrl')} help={text('baseUrlHelp')} inputMode="url" autoComplete="off" {...form.field('baseUrl')} />
      <Field label={text('omitPairs')} help={text('omitPairsHelp')} {...form.field('omitPairs')} />
      {!isNew && (
        <FormControlLabel
          control={
            <Checkbox
              checked={form.watch('requiresPassphrase')}
              onChange={(_, isOn) => form.setValue('requiresPassphrase', isOn, { shouldDirty: true })}
            />
          }
          label={text('requiresPassphrase')}
        />
      )}
      {!readOnly && (
        <Box>
          <Button type="submit" variant="contained" loading={form.isSending}>
            {submit}
          </Button>
        </Box>
      )}
    </Box>
  );
}
