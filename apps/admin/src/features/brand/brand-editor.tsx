import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import { languages } from '@tenbin/accounts';
import { type FieldProblems, Problem, useAction, useCallForm, useClient } from '@tenbin/app-kit';
import { BrandKit, contrastPairs } from '@tenbin/brand';
import { discardBrandDraft, publishBrand, saveBrandDraft } from '@tenbin/contract';
import { ConfirmDialog, Field, formatDate, languageNames, type Mode, Panel, useErrorText, useToast } from '@tenbin/ui';
import { useEffect, useState } from 'react';
import { DiscardPrompt } from '../../app/discard-prompt.tsx';
import { useText } from '../../app/text.ts';
import { TypedConfirm } from '../../app/typed-confirm.tsx';
import { BrandPreview } from './brand-preview.tsx';
import { ColourFields } from './colour-fields.tsx';
import { ContrastTable } from './contrast-table.tsx';
import { LogoFields } from './logo-fields.tsx';
import { type Draft, type OwnBrand, useShowBrand } from './own-brand.ts';

interface BrandEditorProps {
  readonly brand: OwnBrand;
  readonly draft: Draft;
}

const linkNames = ['privacyPolicy', 'termsOfService', 'specifiedCommercialTransactionAct', 'affiliate', 'lp'] as const;
/** Not entered, it is none. */
const mayBeEmpty: ReadonlySet<string> = new Set(['affiliate', 'lp']);
const orNone = { setValueAs: (entered: string) => (entered === '' ? null : entered) };
const textNames = ['tagline', 'signature'] as const;
const problemIn = { name: 'nameWrong', theme: 'colourWrong', texts: 'textWrong', links: 'linkWrong' } as const;

/** The draft: everything of it on the left, real pages in its look on the right. */
export function BrandEditor({ brand, draft }: BrandEditorProps) {
  const text = useText('brand');
  const errorText = useErrorText();
  const client = useClient();
  const toast = useToast();
  const show = useShowBrand();
  const [mode, setMode] = useState<Mode>('light');
  const [asking, ask] = useState<'publish' | 'discard' | null>(null);
  const { revision, token } = draft;
  const seen = { revision, token };
  const stored: BrandKit = draft.kit;
  const form = useCallForm(saveBrandDraft, {
    defaults: stored,
    input: (kit) => ({ body: { kit, ...seen } }),
    problems: (kit): FieldProblems<BrandKit> =>
      Object.fromEntries(
        BrandKit.safeParse(kit).error?.issues.map(({ path }) => [path.join('.'), text(problemIn[path[0] as keyof typeof problemIn])]) ?? [],
      ),
    onSuccess: (next) => {
      // What was entered while it was being saved stays.
      if (next.draft) form.resetDefaultValues(next.draft.kit);
      show(next);
      toast('success', text('saved'));
    },
  });
  const { subscribe } = form;
  /** The last one without a mistake: what is being typed is none yet. */
  const [lookable, setLookable] = useState(stored);
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => {
          const { data } = BrandKit.safeParse(values);
          if (data) setLookable(data);
        },
      }),
    [subscribe],
  );
  const publish = useAction({
    mutationFn: (note: string) => client.call(publishBrand, { body: { ...seen, note } }),
    onSuccess: (next) => {
      show(next);
      toast('success', text('publishedNow'));
    },
    onSettled: () => ask(null),
  });
  const discard = useAction({
    mutationFn: () => client.call(discardBrandDraft, { body: seen }),
    onSuccess: (next) => {
      show(next);
      toast('success', text('discarded'));
    },
    onSettled: () => ask(null),
  });
  const failure = form.error ?? publish.error ?? discard.error;
  const weak = contrastPairs(lookable.theme).filter(({ isEnough }) => !isEnough).length;
  const { isDirty, isValid } = form.formState;
  const why = isDirty ? text('saveFirst') : weak > 0 ? text('weakFirst', { count: weak }) : null;

  return (
    <>
      <Box component="form" noValidate onSubmit={form.submit} sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
        <Panel title={text('draft')}>
          <Box sx={{ fontSize: 14, color: 'text.secondary' }}>
            {text('draftChanged', { at: formatDate(draft.changedAt), by: draft.changedBy ?? text('somebody') })}
          </Box>
          <Box sx={{ mt: 1, fontSize: 14, overflowWrap: 'anywhere' }}>
            {text('addressHelp', { until: formatDate(draft.shownUntil) })}{' '}
            <Link href={draft.address} target="_blank" rel="noopener">
              {text('openDraft')}
            </Link>
          </Box>
        </Panel>
        <Box
          sx={{
            display: 'grid',
            gap: 2,
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(0, 1fr)' },
            alignItems: 'start',
          }}
        >
          <Box sx={{ display: 'grid', gap: 2 }}>
            <Panel title={text('name')}>
              <Field label={text('nameLabel')} {...form.field('name')} />
            </Panel>
            <LogoFields
              brand={brand}
              logo={form.watch('logo')}
              theme={lookable.theme}
              onChange={(kind, picture) => form.setValue(`logo.${kind}`, picture, { shouldDirty: true })}
            />
            <ColourFields form={form} mode={mode} onMode={setMode} palette={lookable.theme[mode]} />
            <ContrastTable theme={lookable.theme} mode={mode} />
            {languages.map((one) => (
              <Panel key={one} title={text('textsIn', { language: languageNames[one] })}>
                {textNames.map((name) => (
                  <Field
                    key={name}
                    label={text(name)}
                    help={text(`${name}Help`)}
                    multiline={name === 'signature'}
                    minRows={name === 'signature' ? 3 : 1}
                    inputProps={{ lang: one }}
                    {...form.field(`texts.${one}.${name}`)}
                  />
                ))}
              </Panel>
            ))}
            <Panel title={text('links')}>
              {linkNames.map((name) => (
                <Field
                  key={name}
                  label={text(name)}
                  inputProps={{ inputMode: 'url', autoCapitalize: 'off', spellCheck: false }}
                  {...form.field(`links.${name}`, mayBeEmpty.has(name) ? orNone : {})}
                />
              ))}
            </Panel>
          </Box>
          <BrandPreview brand={brand} draft={draft} kit={lookable} mode={mode} onMode={setMode} />
        </Box>
        <Box
          role="group"
          aria-label={text('draft')}
          sx={{
            // In view, wherever one is in the draft.
            position: 'sticky',
            bottom: 0,
            zIndex: 5,
            p: { xs: 1.5, sm: 2 },
            bgcolor: 'background.paper',
            border: '1px solid',
            borderColor: 'divider',
          }}
        >
          {failure && <Problem mb={1.5}>{errorText(failure)}</Problem>}
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
            <Button type="submit" variant="contained" loading={form.isSending} disabled={!isDirty || !isValid}>
              {text('save')}
            </Button>
            <Button variant="outlined" disabled={why !== null} aria-describedby="why-not-published" onClick={() => ask('publish')}>
              {text('publish')}
            </Button>
            <Button onClick={() => ask('discard')}>{text('discard')}</Button>
            <Box id="why-not-published" role="status" sx={{ fontSize: 14, color: 'text.secondary' }}>
              {why}
            </Box>
          </Box>
        </Box>
      </Box>
      <DiscardPrompt unsaved={isDirty} />
      {asking === 'publish' && (
        <TypedConfirm
          title={text('publishTitle')}
          says={text('publishSays')}
          confirm={text('publish')}
          danger={false}
          typed={{ text: draft.kit.name, label: text('publishTyped', { name: draft.kit.name }) }}
          reason={text('note')}
          busy={publish.isPending}
          onConfirm={(note) => publish.mutate(note)}
          onClose={() => ask(null)}
        />
      )}
      <ConfirmDialog
        open={asking === 'discard'}
        title={text('discardTitle')}
        confirm={text('discard')}
        danger
        busy={discard.isPending}
        onConfirm={() => discard.mutate()}
        onClose={() => ask(null)}
      >
        {text('discardSays')}
      </ConfirmDialog>
    </>
  );
}
