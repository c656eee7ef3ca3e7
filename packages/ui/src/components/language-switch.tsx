import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { changeLanguage, type Language, languages } from '../words/start-words.ts';
import { useUiText } from '../words/ui-text.ts';
import { useLanguage } from '../words/use-text.ts';

const names: Record<Language, string> = { ja: '日本語', en: 'English' };

/** The two languages side by side; the one in use is pressed. */
export function LanguageSwitch({ onChoose = changeLanguage }: { onChoose?: (language: Language) => unknown }) {
  const text = useUiText('ui');
  const current = useLanguage();
  return (
    <Box role="group" aria-label={text('language')} sx={{ display: 'inline-flex' }}>
      {languages.map((language) => (
        <ButtonBase
          key={language}
          lang={language}
          aria-pressed={language === current}
          onClick={() => void onChoose(language)}
          sx={{
            px: 1,
            minHeight: 36,
            fontSize: 14,
            borderRadius: 1,
            color: language === current ? 'text.primary' : 'text.secondary',
            fontWeight: language === current ? 650 : 400,
            textUnderlineOffset: 4,
            textDecoration: language === current ? 'underline' : 'none',
          }}
        >
          {names[language]}
        </ButtonBase>
      ))}
    </Box>
  );
}
