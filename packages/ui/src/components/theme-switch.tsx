import DarkMode from '@mui/icons-material/DarkModeOutlined';
import LightMode from '@mui/icons-material/LightModeOutlined';
import IconButton from '@mui/material/IconButton';
import { useAppearance } from '../theme/appearance.tsx';
import { useUiText } from '../words/ui-text.ts';

/** Changes between light and dark. */
export function ThemeSwitch() {
  const text = useUiText('ui');
  const { mode, choose } = useAppearance();
  const next = mode === 'dark' ? 'light' : 'dark';
  return (
    <IconButton onClick={() => choose(next)} aria-label={`${text('appearance')}: ${text(next)}`} title={text(next)}>
      {mode === 'dark' ? <LightMode fontSize="small" /> : <DarkMode fontSize="small" />}
    </IconButton>
  );
}
