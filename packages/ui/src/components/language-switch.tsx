import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { type Language, languages } from '@tenbin/accounts';
import { startTransition, useOptimistic } from 'react';
import { useUiText } from '../words/ui-text.ts';
import { useChangeLanguage, useLanguage } from '../words/use-text.ts';

/** Each in itself. */
export const languageNames: Record<Language, string> = { ja: '日本語', en: 'English' };

/** The two languages side by side; the one in use is pressed. */
export function LanguageSwitch({ onChoose }: { onChoose?: (language: Language) => unknown }) {
  const text = useUiText('ui');
  const current = useLanguage();
  const change = useChangeLanguage();
  const [pressed, press] = useOptimistic(current);
  const choose = (language: Language) =>
    startTransition(async () => {
      press(language);
      await (onChoose ?? change)(language);
    });
  return (
    <Box role="group" aria-label={text('language')} sx={{ display: 'inline-flex' }}>
      {languages.map((language) => (
        <ButtonBase
          key={language}
          lang={language}
          aria-pressed={language === pressed}
          onClick={() => choose(language)}
          sx={{
            px: 1,
            minHeight: 36,
            fontSize: 14,
            // Two words of Japanese are no reason to fetch its typeface; the Latin one is on every page.
            ...(language === 'ja' && language !== current && { fontFamily: 'system-ui, sans-serif' }),
            borderRadius: 1,
            color: language === pressed ? 'text.primary' : 'text.secondary',
            fontWeight: language === pressed ? 600 : 400,
            textUnderlineOffset: 4,
            textDecoration: language === pressed ? 'underline' : 'none',
          }}
        >
          {languageNames[language]}
        </ButtonBase>
      ))}
    </Box>
  );
}
