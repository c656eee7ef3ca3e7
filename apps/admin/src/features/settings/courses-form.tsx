import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Typography from '@mui/material/Typography';
import { type CallForm, Problem, useCallForm } from '@tenbin/app-kit';
import { updateOrganizationSelf } from '@tenbin/contract';
import { Field, formatWidth, Panel, useErrorText } from '@tenbin/ui';
import { useText } from '../../app/text.ts';
import { type Settings, useSaved } from './settings-frame.tsx';
import { pairsOf, writePairs } from './written-lists.ts';

const types = ['basic', 'balance', 'challenge'] as const;
type Type = (typeof types)[number];
type Name = `${Type}_${'title' | 'description' | 'pairs' | 'width'}`;
type Values = Record<Name, string> & Record<`${Type}_offered`, boolean>;

/** A width of 1 % moves half a percent of a balance. */
const deltaOf = (width: string): number => Number(width) / 200;

const courseIn = ({ courses }: Settings, type: Type) => courses.find((course) => course.type === type);

const valuesOf = (settings: Settings) =>
  Object.fromEntries(
    types.flatMap((type) => {
      const course = courseIn(settings, type);
      return [
        [`${type}_offered`, course !== undefined],
        [`${type}_title`, course?.ownTitle ?? ''],
        [`${type}_description`, course?.ownDescription ?? ''],
        [`${type}_pairs`, writePairs(course?.pairs ?? [])],
        [`${type}_width`, course ? String(Number((course.delta * 200).toFixed(6))) : ''],
      ];
    }),
  ) as Values;

/** The three courses, each with what users see of it. */
export function CoursesForm({ settings }: { readonly settings: Settings }) {
  const text = useText('settings');
  const errorText = useErrorText();
  const saved = useSaved();
  const form = useCallForm(updateOrganizationSelf, {
    defaults: valuesOf(settings),
    stored: valuesOf(settings),
    input: (values) => ({
      body: {
        courses: types
          .filter((type) => values[`${type}_offered`])
          .map((type) => ({
            type,
            title: values[`${type}_title`].trim(),
            description: values[`${type}_description`].trim(),
            pairs: pairsOf(values[`${type}_pairs`]),
            delta: deltaOf(values[`${type}_width`]),
          })),
      },
    }),
    problems: (values) =>
      Object.fromEntries(
        types
          .filter((type) => values[`${type}_offered`])
          .flatMap((type) => [
            [`${type}_pairs`, pairsOf(values[`${type}_pairs`]).length === 0 && text('pairsRequired')],
            [`${type}_width`, !(deltaOf(values[`${type}_width`]) > 0) && text('widthRequired')],
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
      {types.map((type) => (
        <CoursePanel key={type} type={type} form={form} shown={courseIn(settings, type)} />
      ))}
      <Box>
        <Button type="submit" variant="contained" loading={form.isSending} disabled={!form.formState.isDirty}>
          {text('save')}
        </Button>
      </Box>
    </Box>
  );
}

interface CoursePanelProps {
  readonly type: Type;
  readonly form: CallForm<Values>;
  readonly shown: Settings['courses'][number] | undefined;
}

function CoursePanel({ type, form, shown }: CoursePanelProps) {
  const text = useText('settings');
  const values = form.watch();
  const isOffered = values[`${type}_offered`];
  const delta = deltaOf(values[`${type}_width`]);
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
            <Field label={text('courseTitle')} help={text('courseTextHelp')} {...form.field(`${type}_title`)} />
            <Field label={text('courseDescription')} multiline minRows={2} {...form.field(`${type}_description`)} />
            <Field label={text('coursePairs')} multiline minRows={3} {...form.field(`${type}_pairs`)} />
            <Field label={text('courseWidth')} share inputMode="decimal" {...form.field(`${type}_width`)} />
          </Box>
          <Box component="section" aria-label={text('coursePreview', { course: text(`course_${type}`) })} sx={{ minWidth: 0 }}>
            <Typography variant="h3">{values[`${type}_title`].trim() || shown?.title || text(`course_${type}`)}</Typography>
            <Typography sx={{ my: 1, overflowWrap: 'anywhere' }}>{values[`${type}_description`].trim() || shown?.description}</Typography>
            <Typography sx={{ fontSize: 14, color: 'text.secondary' }}>
              {pairsOf(values[`${type}_pairs`]).join(' · ')}
              {delta > 0 && ` — ${formatWidth(delta)}`}
            </Typography>
          </Box>
        </Box>
      )}
    </Panel>
  );
}
