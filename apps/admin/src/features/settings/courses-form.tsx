import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Typography from '@mui/material/Typography';
import { languages } from '@tenbin/accounts';
import { type CallForm, Problem, pairsIn, useCallForm } from '@tenbin/app-kit';
import { type CourseType, courseTypes } from '@tenbin/bots';
import { updateOrganizationSelf } from '@tenbin/contract';
import { deltaOfWidth, isOrderWidth, widestWidth, widthOfDelta } from '@tenbin/strategy';
import { Field, formatWidth, languageNames, Panel, parseNumber, useErrorText } from '@tenbin/ui';
import { Fragment } from 'react';
import { changedFields } from '../../app/changed-fields.ts';
import { DiscardPrompt } from '../../app/discard-prompt.tsx';
import { useText } from '../../app/text.ts';
import { type Settings, useSaved } from './settings-frame.tsx';
import { writePairs } from './written-lists.ts';

type Name = `${CourseType}_${'titleJa' | 'titleEn' | 'descriptionJa' | 'descriptionEn' | 'pairs' | 'width'}`;
type Values = Record<Name, string> & Record<`${CourseType}_offered`, boolean>;

const courseIn = ({ courses }: Settings, type: CourseType) => courses.find((course) => course.type === type);

/** One that is not offered begins with what is usual. */
const valuesOf = (settings: Settings) =>
  Object.fromEntries(
    courseTypes.flatMap((type) => {
      const course = courseIn(settings, type);
      const begun = course ?? settings.defaultCourses.find((one) => one.type === type);
      return [
        [`${type}_offered`, course !== undefined],
        [`${type}_titleJa`, course?.ownTitle.ja ?? ''],
        [`${type}_titleEn`, course?.ownTitle.en ?? ''],
        [`${type}_descriptionJa`, course?.ownDescription.ja ?? ''],
        [`${type}_descriptionEn`, course?.ownDescription.en ?? ''],
        [`${type}_pairs`, writePairs(begun?.pairs ?? [])],
        [`${type}_width`, begun ? formatWidth(widthOfDelta(begun.delta)) : ''],
      ];
    }),
  ) as Values;

/** Those that were changed, by type; null: it is not offered. */
function changedCourses(values: Values, stored: Values) {
  const changed = Object.keys(changedFields(values, stored));
  const types = courseTypes.filter((type) => changed.some((name) => name.startsWith(`${type}_`)));
  return Object.fromEntries(
    types.map((type) => [
      type,
      values[`${type}_offered`]
        ? {
            title: { ja: values[`${type}_titleJa`].trim(), en: values[`${type}_titleEn`].trim() },
            description: { ja: values[`${type}_descriptionJa`].trim(), en: values[`${type}_descriptionEn`].trim() },
            pairs: pairsIn(values[`${type}_pairs`]),
            delta: deltaOfWidth(parseNumber(values[`${type}_width`]) ?? 0),
          }
        : null,
    ]),
  );
}

/** The three courses, each with what users see of it. */
export function CoursesForm({ settings }: { readonly settings: Settings }) {
  const text = useText('settings');
  const errorText = useErrorText();
  const saved = useSaved();
  const form = useCallForm(updateOrganizationSelf, {
    defaults: valuesOf(settings),
    stored: valuesOf(settings),
    input: (values) => ({ body: { changedCourses: changedCourses(values, valuesOf(settings)) } }),
    problems: (values) =>
      Object.fromEntries(
        courseTypes
          .filter((type) => values[`${type}_offered`])
          .flatMap((type) => [
            [`${type}_pairs`, pairsIn(values[`${type}_pairs`]).length === 0 && text('pairsRequired')],
            [`${type}_width`, !isOrderWidth(parseNumber(values[`${type}_width`]) ?? 0) && text('widthRequired', { widest: widestWidth })],
          ]),
      ),
    onSuccess: (next) => {
      form.reset(valuesOf(next));
      saved(next);
    },
  });
  return (
    <Box component="form" noValidate onSubmit={form.submit} sx={{ display: 'grid', gap: 2 }}>
      {form.error && <Problem>{errorText(form.error)}</Problem>}
      {courseTypes.map((type) => (
        <CoursePanel key={type} type={type} form={form} />
      ))}
      <Box>
        <Button type="submit" variant="contained" loading={form.isSending} disabled={!form.formState.isDirty}>
          {text('save')}
        </Button>
      </Box>
      <DiscardPrompt unsaved={form.formState.isDirty} />
    </Box>
  );
}

interface CoursePanelProps {
  readonly type: CourseType;
  readonly form: CallForm<Values>;
}

function CoursePanel({ type, form }: CoursePanelProps) {
  const text = useText('settings');
  const values = form.watch();
  const isOffered = values[`${type}_offered`];
  const width = parseNumber(values[`${type}_width`]);
  return (
    <Panel title={text(`course_${type}`)}>
      <FormControlLabel
        label={text('courseOffered', { course: text(`course_${type}`) })}
        control={
          <Checkbox
            checked={isOffered}
            onChange={({ target }) => form.setValue(`${type}_offered`, target.checked as never, { shouldDirty: true })}
          />
        }
      />
      {isOffered && (
        <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', md: '1fr 1fr' } }}>
          <Box sx={{ display: 'grid', gap: 1 }}>
            {languages.map((language) => {
              const part = language === 'ja' ? 'Ja' : 'En';
              const name = { language: languageNames[language] };
              return (
                <Fragment key={language}>
                  <Field label={text('courseTitle', name)} help={text('courseTextHelp')} {...form.field(`${type}_title${part}`)} />
                  <Field label={text('courseDescription', name)} multiline minRows={2} {...form.field(`${type}_description${part}`)} />
                </Fragment>
              );
            })}
            <Field label={text('coursePairs')} multiline minRows={3} {...form.field(`${type}_pairs`)} />
            <Field label={text('courseWidth')} share inputMode="decimal" {...form.field(`${type}_width`)} />
          </Box>
          <Box component="section" aria-label={text('coursePreview', { course: text(`course_${type}`) })} sx={{ minWidth: 0 }}>
            {languages.map((language) => {
              const part = language === 'ja' ? 'Ja' : 'En';
              return (
                <Box key={language} lang={language}>
                  <Typography variant="h3">
                    {values[`${type}_title${part}`].trim() || text('ownWords', { language: languageNames[language] })}
                  </Typography>
                  <Typography sx={{ my: 1, overflowWrap: 'anywhere' }}>{values[`${type}_description${part}`].trim()}</Typography>
                </Box>
              );
            })}
            <Typography sx={{ fontSize: 14, color: 'text.secondary' }}>
              {pairsIn(values[`${type}_pairs`]).join(' · ')}
              {width !== null && isOrderWidth(width) && ` – ${text('widthOf', { width: formatWidth(width) })}`}
            </Typography>
          </Box>
        </Box>
      )}
    </Panel>
  );
}
