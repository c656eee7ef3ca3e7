import IconButton from '@mui/material/IconButton';
import { DarkIcon, LightIcon } from '../icons.tsx';
import { useAppearance } from '../theme/appearance.tsx';
import { useUiText } from '../words/ui-text.ts';

/** Changes between light and dark. */
export function ThemeSwitch() {
  const text = useUiText('ui');
  const { mode, choose } = useAppearance();
  const next = mode === 'dark' ? 'light' : 'dark';
  return (
    <IconButton onClick={() => choose(next)} aria-label={`${text('appearance')}: ${text(next)}`} title={text(next)}>
      {mode === 'dark' ? <LightIcon fontSize="small" /> : <DarkIcon fontSize="small" />}
    </IconButton>
  );
}
