import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { getSelf } from '@tenbin/contract';
import { decimals, Failure, Figure, formatDate, Loading, type ModeChoice, Panel, useAppearance, useLanguage } from '@tenbin/ui';
import { PageTitle } from '../../app/page-title.tsx';
import { query } from '../../app/query.ts';
import { SelectField } from '../../app/select-field.tsx';
import { useText } from '../../app/text.ts';
import { useLanguageChoice } from '../../app/use-language-choice.ts';
import { SelfForm } from './self-form.tsx';

/** Of the user's own data with their form, in pixels: what waits for them takes their place. */
const selfHeight = { xs: 514, sm: 257 } as const;

export function AccountPage() {
  const text = useText('account');
  const self = useQuery(query(getSelf, {}));
  return (
    <Box sx={{ maxWidth: 760 }}>
      <PageTitle title={text('title')} />
      <Box sx={{ display: 'grid', gap: 2 }}>
        <Panel title={text('self')}>
          {self.isPending && (
            <Box sx={{ height: selfHeight, overflow: 'hidden' }}>
              <Loading what={text('self')} rows={8} height={64} />
            </Box>
          )}
          {self.isLoadingError && <Failure what={text('self')} error={self.error} onRetry={() => void self.refetch()} />}
          {self.data && (
            <Box sx={{ display: 'grid', gap: 2.5 }}>
              <Box
                component="dl"
                sx={{
                  m: 0,
                  display: 'grid',
                  gap: 1,
                  fontSize: 14,
                  gridTemplateColumns: { xs: '1fr', sm: 'repeat(3, auto)' },
                  '& dt': { color: 'text.secondary' },
                  '& dd': { m: 0, overflowWrap: 'anywhere' },
                }}
              >
                <div>
                  <dt>{text('email')}</dt>
                  <dd>{self.data.email}</dd>
                </div>
                <div>
                  <dt>{text('uid')}</dt>
                  <dd>{self.data.uid}</dd>
                </div>
                <div>
                  <dt>{text('since')}</dt>
                  <dd>{formatDate(self.data.createdAt)}</dd>
                </div>
              </Box>
              <SelfForm self={self.data} />
            </Box>
          )}
        </Panel>
        <DisplaySettings />
      </Box>
    </Box>
  );
}

function DisplaySettings() {
  const text = useText('account');
  const uiText = useText('ui');
  const language = useLanguage();
  const { choice, choose, gain, chooseGain } = useAppearance();
  const speak = useLanguageChoice();
  return (
    <Panel title={text('display')}>
      <Box sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
        <SelectField
          label={text('language')}
          value={language}
          options={[
            { value: 'ja', name: '日本語' },
            { value: 'en', name: 'English' },
          ]}
          onChange={(next) => speak(next === 'en' ? 'en' : 'ja')}
        />
        <SelectField
          label={text('appearance')}
          value={choice}
          options={(['system', 'light', 'dark'] as const).map((value) => ({ value, name: uiText(value) }))}
          onChange={(next) => choose(next as ModeChoice)}
        />
        <SelectField
          label={text('gainColour')}
          value={gain}
          options={[
            { value: 'green', name: text('gainGreen') },
            { value: 'red', name: text('gainRed') },
          ]}
          onChange={(next) => chooseGain(next === 'red' ? 'red' : 'green')}
        />
        <Box sx={{ alignSelf: 'center', display: 'flex', gap: 2 }}>
          <span>{text('example')}</span>
          <Figure value={1.25} digits={decimals.bps} unit="bp" change />
          <Figure value={-0.5} digits={decimals.bps} unit="bp" change />
        </Box>
      </Box>
    </Panel>
  );
}
