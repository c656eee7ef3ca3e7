import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import { languages } from '@tenbin/accounts';
import { Problem, useAction, useClient } from '@tenbin/app-kit';
import { BrandKit, contrastPairs } from '@tenbin/brand';
import { discardBrandDraft, publishBrand, saveBrandDraft } from '@tenbin/contract';
import { ConfirmDialog, Field, formatDate, languageNames, type Mode, Panel, useErrorText, useToast } from '@tenbin/ui';
import { useState } from 'react';
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
const mayBeEmpty: ReadonlySet<string> = new Set(['affiliate', 'lp']);
const textNames = ['tagline', 'signature'] as const;

/** The draft: everything of it on the left, real pages in its look on the right. */
export function BrandEditor({ brand, draft }: BrandEditorProps) {
  const text = useText('brand');
  const errorText = useErrorText();
  const client = useClient();
  const toast = useToast();
  const show = useShowBrand();
  const [kit, setKit] = useState<BrandKit>(draft.kit);
  /** The last one without a mistake: what is being typed is none yet. */
  const [lookable, setLookable] = useState<BrandKit>(draft.kit);
  const [mode, setMode] = useState<Mode>('light');
  const [asking, ask] = useState<'publish' | 'discard' | null>(null);
  const checked = BrandKit.safeParse(kit);
  const wrong = new Set(checked.error?.issues.map(({ path }) => path.join('.')));
  const isChanged = JSON.stringify(kit) !== JSON.stringify(draft.kit);
  const { revision, token } = draft;
  const seen = { revision, token };

  const change = (changes: Partial<BrandKit>) => {
    const next = { ...kit, ...changes };
    setKit(next);
    if (BrandKit.safeParse(next).success) setLookable(next);
  };
  const problemOf = (path: string, says: string) => (wrong.has(path) ? says : undefined);

  const save = useAction({
    mutationFn: () => client.call(saveBrandDraft, { body: { kit, ...seen } }),
    onSuccess: (next) => {
      show(next);
      toast('success', text('saved'));
    },
  });
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
  const failure = save.error ?? publish.error ?? discard.error;
  const weak = contrastPairs(lookable.theme).filter(({ isEnough }) => !isEnough).length;
  const why = isChanged ? text('saveFirst') : weak > 0 ? text('weakFirst', { count: weak }) : null;

  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
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
            <Field
              label={text('nameLabel')}
              value={kit.name}
              problem={problemOf('name', text('nameWrong'))}
              onChange={({ target }) => change({ name: target.value })}
            />
          </Panel>
          <LogoFields brand={brand} kit={kit} onChange={(logo) => change({ logo })} />
          <ColourFields
            mode={mode}
            onMode={setMode}
            palette={kit.theme[mode]}
            isWrong={(name) => wrong.has(`theme.${mode}.${name}`)}
            onChange={(palette) => change({ theme: { ...kit.theme, [mode]: palette } })}
          />
          <ContrastTable theme={lookable.theme} mode={mode} />
          {languages.map((one) => (
            <Panel key={one} title={text('textsIn', { language: languageNames[one] })}>
              {textNames.map((name) => (
                <Field
                  key={name}
                  label={text(name)}
                  help={text(`${name}Help`)}
                  value={kit.texts[one][name]}
                  multiline={name === 'signature'}
                  minRows={name === 'signature' ? 3 : 1}
                  problem={problemOf(`texts.${one}.${name}`, text('textWrong'))}
                  inputProps={{ lang: one }}
                  onChange={({ target }) => change({ texts: { ...kit.texts, [one]: { ...kit.texts[one], [name]: target.value } } })}
                />
              ))}
            </Panel>
          ))}
          <Panel title={text('links')}>
            {linkNames.map((name) => (
              <Field
                key={name}
                label={text(name)}
                value={kit.links[name] ?? ''}
                problem={problemOf(`links.${name}`, text('linkWrong'))}
                inputProps={{ inputMode: 'url', autoCapitalize: 'off', spellCheck: false }}
                onChange={({ target: { value } }) =>
                  change({ links: { ...kit.links, [name]: value === '' && mayBeEmpty.has(name) ? null : value } })
                }
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
          <Button variant="contained" loading={save.isPending} disabled={!isChanged || !checked.success} onClick={() => save.mutate()}>
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
      <DiscardPrompt unsaved={isChanged} />
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
    </Box>
  );
}
