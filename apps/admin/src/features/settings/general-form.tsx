import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { emailFault } from '@tenbin/accounts';
import { enteredDecimal, enteredNumber, Problem, pairsIn, useCallForm } from '@tenbin/app-kit';
import { type RouteInput, updateOrganizationSelf } from '@tenbin/contract';
import { Field, Panel, useErrorText, writeNumber } from '@tenbin/ui';
import { changedFields } from '../../app/changed-fields.ts';
import { DiscardPrompt } from '../../app/discard-prompt.tsx';
import { useText } from '../../app/text.ts';
import { type Settings, useSaved } from './settings-frame.tsx';
import { feesOf, writeFees, writePairs } from './written-lists.ts';

/** As the choices stand, in whatever order they were ticked. */
const inOrder = ({ exchangeChoices }: Settings, ids: readonly string[]): readonly string[] =>
  exchangeChoices.flatMap(({ id }) => (ids.includes(id) ? [id] : []));

const valuesOf = (settings: Settings) => ({
  name: settings.name,
  contactEmail: settings.contactEmail ?? '',
  timeZone: settings.timeZone,
  exchanges: inOrder(settings, settings.exchanges),
  omitPairs: writePairs(settings.omitPairs),
  balanceTolerance: writeNumber(settings.balanceTolerance),
  rebalanceFees: writeFees(settings.rebalanceFees),
  defaultOrderWidth: settings.defaultOrderWidth === null ? '' : writeNumber(settings.defaultOrderWidth),
  minimumBtcBalance: settings.minimumBtcBalance ?? '',
  sessionDays: String(settings.sessionDays),
  sessionIdleHours: String(settings.sessionIdleHours),
  requireTwoFactor: settings.requireTwoFactor,
});

type Values = ReturnType<typeof valuesOf>;
type Body = NonNullable<RouteInput<typeof updateOrganizationSelf>['body']>;

const bodyOf = (values: Values, settings: Settings): Body => ({
  name: values.name.trim(),
  contactEmail: values.contactEmail.trim() || null,
  timeZone: values.timeZone.trim(),
  // All of them: later ones too.
  exchanges: values.exchanges.length === settings.exchangeChoices.length ? null : [...values.exchanges],
  omitPairs: pairsIn(values.omitPairs),
  balanceTolerance: enteredNumber(values.balanceTolerance),
  rebalanceFees: feesOf(values.rebalanceFees) ?? {},
  defaultOrderWidth: enteredNumber(values.defaultOrderWidth),
  minimumBtcBalance: enteredDecimal(values.minimumBtcBalance),
  sessionDays: enteredNumber(values.sessionDays),
  sessionIdleHours: enteredNumber(values.sessionIdleHours),
  requireTwoFactor: values.requireTwoFactor,
});

const grid = { display: 'grid', columnGap: 2, rowGap: 1, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } } as const;

/** What the organization is called, and the rules that hold for its users and administrators. */
export function GeneralForm({ settings }: { readonly settings: Settings }) {
  const text = useText('settings');
  const kitText = useText('kit');
  const errorText = useErrorText();
  const saved = useSaved();
  const form = useCallForm(updateOrganizationSelf, {
    defaults: valuesOf(settings),
    stored: valuesOf(settings),
    // What means the same is no change, however it is written.
    input: (values) => ({ body: changedFields(bodyOf(values, settings), bodyOf(valuesOf(settings), settings)) }),
    problems: ({ contactEmail, rebalanceFees }) => {
      const fault = contactEmail.trim() !== '' && emailFault(contactEmail);
      return { contactEmail: fault && kitText(fault), rebalanceFees: feesOf(rebalanceFees) === null && text('feesUnreadable') };
    },
    onSuccess: (next) => {
      form.reset(valuesOf(next));
      saved(next);
    },
  });
  const [exchanges, requireTwoFactor] = form.watch(['exchanges', 'requireTwoFactor']);
  const problemOf = (name: 'exchanges' | 'requireTwoFactor') => form.formState.errors[name]?.message as string | undefined;
  const set = <Name extends 'exchanges' | 'requireTwoFactor'>(name: Name, value: ReturnType<typeof valuesOf>[Name]) =>
    form.setValue(name, value as never, { shouldDirty: true, shouldValidate: true });
  return (
    <Box component="form" noValidate onSubmit={form.submit} sx={{ display: 'grid', gap: 2 }}>
      {form.error && <Problem>{errorText(form.error)}</Problem>}
      <Panel title={text('organization')}>
        <Box sx={grid}>
          <Field label={text('name')} {...form.field('name')} />
          <Field label={text('contactEmail')} type="email" help={text('contactEmailHelp')} {...form.field('contactEmail')} />
          <Field label={text('timeZone')} help={text('timeZoneHelp')} inputProps={{ list: 'time-zones' }} {...form.field('timeZone')} />
          <datalist id="time-zones">
            {Intl.supportedValuesOf('timeZone').map((zone) => (
              <option key={zone} value={zone} />
            ))}
          </datalist>
        </Box>
      </Panel>
      <Panel title={text('trading')}>
        <Box component="fieldset" sx={{ border: 0, p: 0, m: 0, mb: 2 }}>
          <Box component="legend" sx={{ fontSize: 14, color: 'text.secondary', p: 0 }}>
            {text('exchanges')}
          </Box>
          {settings.exchangeChoices.map(({ id, name }) => (
            <FormControlLabel
              key={id}
              label={name}
              control={
                <Checkbox
                  checked={exchanges.includes(id)}
                  onChange={({ target }) =>
                    set('exchanges', target.checked ? inOrder(settings, [...exchanges, id]) : exchanges.filter((one) => one !== id))
                  }
                />
              }
            />
          ))}
          <Box sx={{ fontSize: 14, color: problemOf('exchanges') ? 'error.main' : 'text.secondary' }}>
            {problemOf('exchanges') ?? text('exchangesHelp')}
          </Box>
        </Box>
        <Box sx={grid}>
          <Field label={text('omitPairs')} help={text('omitPairsHelp')} multiline minRows={3} {...form.field('omitPairs')} />
          <Field label={text('rebalanceFees')} help={text('rebalanceFeesHelp')} multiline minRows={3} {...form.field('rebalanceFees')} />
          <Field
            label={text('balanceTolerance')}
            share
            inputMode="decimal"
            help={text('balanceToleranceHelp')}
            {...form.field('balanceTolerance')}
          />
          <Field label={text('defaultOrderWidth')} share inputMode="decimal" {...form.field('defaultOrderWidth')} />
          <Field label={text('minimumBtcBalance')} inputMode="decimal" {...form.field('minimumBtcBalance')} />
        </Box>
      </Panel>
      <Panel title={text('sessions')}>
        <Box sx={grid}>
          <Field label={text('sessionDays')} inputMode="numeric" {...form.field('sessionDays')} />
          <Field label={text('sessionIdleHours')} inputMode="numeric" {...form.field('sessionIdleHours')} />
        </Box>
        <FormControlLabel
          label={text('requireTwoFactor')}
          control={<Checkbox checked={requireTwoFactor} onChange={({ target }) => set('requireTwoFactor', target.checked)} />}
        />
        <Box sx={{ fontSize: 14, color: problemOf('requireTwoFactor') ? 'error.main' : 'text.secondary' }}>
          {problemOf('requireTwoFactor') ?? text('requireTwoFactorHelp')}
        </Box>
      </Panel>
      <Box>
        <Button type="submit" variant="contained" loading={form.isSending} disabled={!form.formState.isDirty}>
          {text('save')}
        </Button>
      </Box>
      <DiscardPrompt unsaved={form.formState.isDirty} />
    </Box>
  );
}
