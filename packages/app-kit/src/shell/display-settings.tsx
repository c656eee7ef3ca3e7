import Box from '@mui/material/Box';
import { isLanguage, languages } from '@tenbin/accounts';
import { decimals, Figure, languageNames, type ModeChoice, Panel, SelectField, useAppearance, useLanguage, useUiText } from '@tenbin/ui';
import { useKitText } from '../words/text.ts';
import { useLanguageChoice } from './use-language-choice.ts';

/** How one wants to see the pages: language, light or dark, colours of gain and loss. */
export function DisplaySettings() {
  const chooseLanguage = useLanguageChoice();
  const text = useKitText('kit');
  const uiText = useUiText('ui');
  const language = useLanguage();
  const { choice, choose, gain, chooseGain } = useAppearance();
  return (
    <Panel title={text('display')}>
      <Box sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
        <SelectField
          label={text('language')}
          value={language}
          options={languages.map((value) => ({ value, name: languageNames[value] }))}
          onChange={(next) => isLanguage(next) && void chooseLanguage(next)}
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
