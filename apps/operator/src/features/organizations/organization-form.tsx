import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { emailFault, type Language, languages } from '@tenbin/accounts';
import { type CallForm, enteredDecimal, enteredNumber, type FieldProblems, Problem, pairsIn } from '@tenbin/app-kit';
import { type OrganizationPlanName, organizationPlans, type PlanOption, planOptions } from '@tenbin/billing';
import {
  ApiError,
  type Mapped,
  type OperatedOrganization,
  pairPattern,
  type RouteInput,
  slugPattern,
  type updateOrganization,
} from '@tenbin/contract';
import { Field, languageNames, Panel, SelectField, useErrorText, writeNumber } from '@tenbin/ui';
import type { ReactNode } from 'react';
import { useText } from '../../app/text.ts';

/** Those that the product's own help has, and an organization may write in its place. */
const topics = ['whatIsBp', 'orderWidth'] as const;
type HelpField = `${(typeof topics)[number]}_${Language}`;

/** As it is typed; empty: no limit, everybody's price, or the product's own help. */
export interface OrganizationValues extends Readonly<Record<`price_${PlanOption}` | HelpField, string>> {
  readonly name: string;
  readonly slug: string;
  readonly plan: OrganizationPlanName;
  readonly planOptions: readonly PlanOption[];
  readonly isFree: boolean;
  /** How many subscriptions end where it is made free, and why. */
  readonly ends: string;
  readonly reason: string;
  readonly users: string;
  readonly bots: string;
  readonly workersShare: string;
  readonly botsPerUser: string;
  readonly omitPairs: string;
  readonly monthlyPrice: string;
  readonly pricePerUser: string;
  readonly basisPoints: string;
  readonly administrator: string;
  /** In which they are invited. */
  readonly invitedIn: Language;
}

const priceFields = planOptions.map((option) => [option, `price_${option}`] as const);
const helpFields = topics.flatMap((topic) => languages.map((language): HelpField => `${topic}_${language}`));
const emptyTexts = Object.fromEntries([...priceFields.map(([, field]) => field), ...helpFields].map((field) => [field, ''])) as Readonly<
  Record<`price_${PlanOption}` | HelpField, string>
>;

export const emptyOrganization: OrganizationValues = {
  ...emptyTexts,
  name: '',
  slug: '',
  plan: 'BASIC',
  planOptions: [],
  isFree: false,
  ends: '',
  reason: '',
  users: '',
  bots: '',
  workersShare: '',
  botsPerUser: '20',
  omitPairs: '',
  monthlyPrice: '',
  pricePerUser: '',
  basisPoints: '',
  administrator: '',
  invitedIn: 'ja',
};

const typed = (value: number | string | null | undefined): string => (typeof value === 'number' ? writeNumber(value) : (value ?? ''));

export const valuesOf = (one: Mapped<OperatedOrganization>): OrganizationValues => ({
  ...emptyTexts,
  ...Object.fromEntries(priceFields.map(([option, field]) => [field, typed(one.ownPrices.options?.[option])])),
  ...Object.fromEntries(
    topics.flatMap((topic) => languages.map((language) => [`${topic}_${language}`, one.helpPages[topic]?.[language] ?? ''])),
  ),
  name: one.name,
  slug: one.slug,
  plan: one.plan,
  planOptions: planOptions.filter((option) => one.planOptions.includes(option)),
  isFree: one.isFree,
  ends: '',
  reason: '',
  users: typed(one.limits.users),
  bots: typed(one.limits.bots),
  workersShare: typed(one.limits.workersShare),
  botsPerUser: String(one.botsPerUser),
  omitPairs: one.omitPairs.join(', '),
  monthlyPrice: typed(one.ownPrices.monthlyPrice),
  pricePerUser: typed(one.ownPrices.pricePerUser),
  basisPoints: typed(one.ownPrices.basisPoints),
  administrator: '',
  invitedIn: 'ja',
});

const isCount = (number: number): boolean => Number.isSafeInteger(number) && number >= 0;
const limitIn = (text: string): number | null => (text.trim() === '' ? null : enteredNumber(text));

/** Of topics that are not asked for here the pages stay; one without a text in either language is gone. */
function helpPagesIn(values: OrganizationValues, stored: Mapped<OperatedOrganization>['helpPages']) {
  const pages = { ...stored };
  for (const topic of topics) {
    const page = { ja: values[`${topic}_ja`], en: values[`${topic}_en`] };
    if (page.ja.trim() === '' && page.en.trim() === '') delete pages[topic];
    else pages[topic] = page;
  }
  return pages;
}

/** Its administrators write them too: what was not touched is not sent. */
function isHelpEdited(values: OrganizationValues, stored: Mapped<OperatedOrganization> | null): boolean {
  const before = stored ? valuesOf(stored) : emptyOrganization;
  return helpFields.some((field) => values[field] !== before[field]);
}

const wholeFields = ['users', 'bots', 'workersShare', 'monthlyPrice', 'pricePerUser', ...priceFields.map(([, field]) => field)] as const;

/** What is told better than by the shapes of the calls, which have some of them deeper inside. */
export function organizationProblems(
  values: OrganizationValues,
  text: ReturnType<typeof useText<'platform'>>,
  { isNew }: Pick<OrganizationFormProps, 'isNew'>,
): FieldProblems<OrganizationValues> {
  const isWrong = (field: (typeof wholeFields)[number]) => values[field].trim() !== '' && !isCount(enteredNumber(values[field]));
  const { slug, administrator } = values;
  return {
    ...Object.fromEntries(wholeFields.map((field) => [field, isWrong(field) && text('wholeNumber')])),
    slug: isNew && slug.trim() !== '' && !slugPattern.test(slug.trim()) && text('slugWrong'),
    omitPairs: pairsIn(values.omitPairs).some((pair) => !pairPattern.test(pair)) && text('omitPairsWrong'),
    administrator: administrator.trim() !== '' && emailFault(administrator) && text('emailWrong'),
  };
}

/** Fields that are called otherwise, or stand within another, in both calls. */
export const fieldOf = { endsSubscriptions: 'ends', 'ownPrices.basisPoints': 'basisPoints' } as const;

/** @param stored - what is edited, as it was when it was read into the form */
export function changesOf(
  values: OrganizationValues,
  stored: Mapped<OperatedOrganization> | null,
): Omit<RouteInput<typeof updateOrganization>['body'], 'name'> & { readonly name: string } {
  const { monthlyPrice, pricePerUser, basisPoints, administrator } = values;
  const options = Object.fromEntries(
    priceFields.flatMap(([option, field]) => (values[field].trim() === '' ? [] : [[option, enteredNumber(values[field])]])),
  );
  return {
    name: values.name.trim(),
    plan: values.plan,
    planOptions: [...values.planOptions],
    isFree: values.isFree,
    ...(values.ends.trim() !== '' && { endsSubscriptions: enteredNumber(values.ends) }),
    ...(values.reason.trim() !== '' && { reason: values.reason.trim() }),
    limits: { users: limitIn(values.users), bots: limitIn(values.bots), workersShare: limitIn(values.workersShare) },
    botsPerUser: enteredNumber(values.botsPerUser),
    omitPairs: pairsIn(values.omitPairs),
    ownPrices: {
      ...(monthlyPrice.trim() !== '' && { monthlyPrice: enteredNumber(monthlyPrice) }),
      ...(pricePerUser.trim() !== '' && { pricePerUser: enteredNumber(pricePerUser) }),
      ...(basisPoints.trim() !== '' && { basisPoints: enteredDecimal(basisPoints) }),
      ...(Object.keys(options).length > 0 && { options }),
    },
    ...(isHelpEdited(values, stored) && { helpPages: helpPagesIn(values, stored?.helpPages ?? {}) }),
    ...(administrator.trim() !== '' && { administrator: { email: administrator.trim(), language: values.invitedIn } }),
  };
}

interface OrganizationFormProps {
  readonly form: CallForm<OrganizationValues>;
  /** Its short name is chosen once. */
  readonly isNew: boolean;
  readonly readOnly?: boolean;
  readonly submit: string;
}

/** What an organization is let have, and what it is charged. */
export function OrganizationForm({ form, isNew, readOnly = false, submit }: OrganizationFormProps) {
  const text = useText('platform');
  const errorText = useErrorText();
  const chosen = form.watch('planOptions');
  const endsPaid = form.error instanceof ApiError && form.error.code === 'subscriptionsWouldEnd';
  const change = (option: PlanOption, isOn: boolean) =>
    form.setValue('planOptions', isOn ? [...chosen, option] : chosen.filter((one) => one !== option), { shouldDirty: true });
  return (
    <Box component="form" noValidate onSubmit={form.submit} sx={{ display: 'grid', gap: 2 }}>
      {form.error && <Problem>{errorText(form.error)}</Problem>}
      <Group title={text('general')}>
        <Field label={text('name')} {...form.field('name')} />
        {isNew && <Field label={text('slug')} help={text('slugHelp')} {...form.field('slug')} />}
        <Field
          label={text('administrator')}
          help={text('administratorHelp')}
          type="email"
          autoComplete="off"
          {...form.field('administrator')}
        />
        <SelectField
          label={text('invitedIn')}
          value={form.watch('invitedIn')}
          options={languages.map((value) => ({ value, name: languageNames[value] }))}
          onChange={(next) => form.setValue('invitedIn', languages.find((language) => language === next) ?? 'ja')}
        />
        <Field label={text('omitPairs')} help={text('omitPairsHelp')} {...form.field('omitPairs')} />
        <FormControlLabel
          control={<Checkbox checked={form.watch('isFree')} onChange={(_, isFree) => form.setValue('isFree', isFree)} />}
          label={text('isFree')}
        />
        {endsPaid && (
          <>
            <Alert severity="warning" sx={{ gridColumn: '1 / -1' }}>
              {text('endsHelp')}
            </Alert>
            <Field label={text('endsField')} inputMode="numeric" {...form.field('ends')} />
            <Field label={text('reason')} {...form.field('reason')} />
          </>
        )}
      </Group>
      <Group title={text('planAndPrices')}>
        <SelectField
          label={text('plan')}
          value={form.watch('plan')}
          options={organizationPlans.map((value) => ({ value, name: text(`plan_${value}`) }))}
          onChange={(next) => form.setValue('plan', organizationPlans.find((plan) => plan === next) ?? 'BASIC')}
        />
        <Field label={text('ownMonthlyPrice')} help={text('ownPriceHelp')} inputMode="numeric" {...form.field('monthlyPrice')} />
        <Field label={text('ownPricePerUser')} help={text('ownPriceHelp')} inputMode="numeric" {...form.field('pricePerUser')} />
        <Field label={text('ownBasisPoints')} help={text('ownPriceHelp')} inputMode="decimal" {...form.field('basisPoints')} />
        <Box component="fieldset" sx={{ border: 0, m: 0, p: 0, gridColumn: '1 / -1' }}>
          <Box component="legend" sx={{ fontSize: 14, color: 'text.secondary', mb: 0.5 }}>
            {text('options')}
          </Box>
          {planOptions.map((option) => (
            <FormControlLabel
              key={option}
              control={<Checkbox checked={chosen.includes(option)} onChange={(_, isOn) => change(option, isOn)} />}
              label={text(`option${option}`)}
            />
          ))}
        </Box>
        {priceFields
          .filter(([option]) => chosen.includes(option))
          .map(([option, field]) => (
            <Field
              key={option}
              label={text('ownPriceOf', { option: text(`option${option}`) })}
              help={text('ownPriceHelp')}
              inputMode="numeric"
              {...form.field(field)}
            />
          ))}
      </Group>
      <Group title={text('helpPages')}>
        {topics.flatMap((topic) =>
          languages.map((language) => (
            <Field
              key={`${topic} ${language}`}
              multiline
              minRows={3}
              label={text('helpPageIn', { topic: text(`topic_${topic}`), language: languageNames[language] })}
              help={text('helpPageHelp')}
              {...form.field(`${topic}_${language}`)}
            />
          )),
        )}
      </Group>
      <Group title={text('limits')}>
        <Field label={text('limitUsers')} help={text('limitHelp')} inputMode="numeric" {...form.field('users')} />
        <Field label={text('limitBots')} help={text('limitHelp')} inputMode="numeric" {...form.field('bots')} />
        <Field label={text('workersShare')} help={text('workersShareHelp')} inputMode="numeric" {...form.field('workersShare')} />
        <Field label={text('botsPerUser')} inputMode="numeric" {...form.field('botsPerUser')} />
      </Group>
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

function Group({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Panel title={title}>
      <Box
        sx={{
          display: 'grid',
          columnGap: 2,
          rowGap: 1,
          alignItems: 'start',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
        }}
      >
        {children}
      </Box>
    </Panel>
  );
}
