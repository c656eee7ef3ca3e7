import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { type Language, languages } from '@tenbin/accounts';
import { Problem, useCallForm } from '@tenbin/app-kit';
import { updateOrganizationSelf } from '@tenbin/contract';
import { Empty, Field, languageNames, MarkdownText, Panel, SelectField, useErrorText } from '@tenbin/ui';
import { useState } from 'react';
import { DiscardPrompt } from '../../app/discard-prompt.tsx';
import { useText } from '../../app/text.ts';
import { type Settings, useSaved } from './settings-frame.tsx';

/** Those that the product's own help has, and an organization may write in its place. */
const productTopics = ['whatIsBp', 'orderWidth'] as const;
const nothing = { ja: '', en: '' } as const;

/** Markdown in both languages, each beside what users will see. */
export function HelpPageForm({ settings }: { readonly settings: Settings }) {
  const text = useText('settings');
  const errorText = useErrorText();
  const saved = useSaved();
  const topics = [...new Set([...productTopics, ...Object.keys(settings.helpPages)])];
  const [topic, setTopic] = useState<string>(topics[0] ?? 'whatIsBp');
  const valuesOf = (one: string, { helpPages }: Settings) => ({ ...nothing, ...helpPages[one] });
  const form = useCallForm(updateOrganizationSelf, {
    defaults: valuesOf(topic, settings),
    input: ({ ja, en }) => {
      const isEmpty = ja.trim() === '' && en.trim() === '';
      return { body: { changedHelpPages: { [topic]: isEmpty ? null : { ja, en } } } };
    },
    onSuccess: (next) => {
      form.reset(valuesOf(topic, next));
      saved(next);
    },
  });
  const isWritten = form.formState.isDirty;
  const choose = (next: string) => {
    setTopic(next);
    form.reset(valuesOf(next, settings));
  };
  const nameOf = (one: string) => (one === 'whatIsBp' || one === 'orderWidth' ? text(`topic_${one}`) : one);
  return (
    <Box component="form" noValidate onSubmit={form.submit} sx={{ display: 'grid', gap: 2 }}>
      {form.error && <Problem>{errorText(form.error)}</Problem>}
      <Panel>
        <SelectField
          label={text('topic')}
          value={topic}
          disabled={isWritten}
          options={topics.map((value) => ({ value, name: nameOf(value) }))}
          onChange={choose}
        />
        <Box sx={{ fontSize: 14, color: 'text.secondary', mt: 1 }}>{text(isWritten ? 'saveFirst' : 'helpPagesHelp')}</Box>
      </Panel>
      {languages.map((language) => (
        <PageInLanguage key={language} language={language} written={form.watch(language)} field={form.field(language)} />
      ))}
      <Box sx={{ display: 'flex', gap: 1 }}>
        <Button type="submit" variant="contained" loading={form.isSending} disabled={!isWritten}>
          {text('save')}
        </Button>
        {isWritten && <Button onClick={() => form.reset()}>{text('discard')}</Button>}
      </Box>
      <DiscardPrompt unsaved={isWritten} />
    </Box>
  );
}

interface PageInLanguageProps {
  readonly language: Language;
  readonly written: string;
  readonly field: object;
}

function PageInLanguage({ language, written, field }: PageInLanguageProps) {
  const text = useText('settings');
  const name = languageNames[language];
  return (
    <Panel title={name}>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', md: '1fr 1fr' } }}>
        <Field label={text('markdownIn', { language: name })} multiline minRows={10} {...field} />
        <Box component="section" aria-label={text('previewIn', { language: name })} lang={language} sx={{ minWidth: 0 }}>
          {written.trim() === '' ? <Empty title={text('nothingToShow')} /> : <MarkdownText>{written}</MarkdownText>}
        </Box>
      </Box>
    </Panel>
  );
}
