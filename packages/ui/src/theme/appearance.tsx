import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import type { Brand } from '@tenbin/brand';
import { createContext, type ReactNode, use, useMemo, useState, useSyncExternalStore } from 'react';
import { type GainColour, type Mode, makeTheme } from './make-theme.ts';

/** What the user chose; `system` follows the machine. */
export type ModeChoice = Mode | 'system';

export interface Appearance {
  readonly brand: Brand;
  readonly mode: Mode;
  readonly choice: ModeChoice;
  readonly gain: GainColour;
  readonly choose: (choice: ModeChoice) => void;
  readonly chooseGain: (gain: GainColour) => void;
}

const Context = createContext<Appearance | null>(null);
const modeKey = 'appearance';
const gainKey = 'gain-colour';

/** Dresses everything below in the brand's colours, light or dark. */
export function AppearanceProvider({ brand, children }: { brand: Brand; children: ReactNode }) {
  const dark = useSyncExternalStore(watchDark, () => darkQuery().matches);
  const [choice, setChoice] = useState<ModeChoice>(() => readChoice(modeKey, ['light', 'dark', 'system'], 'system'));
  const [gain, setGain] = useState<GainColour>(() => readChoice(gainKey, ['green', 'red'], 'green'));
  const mode: Mode = choice === 'system' ? (dark ? 'dark' : 'light') : choice;
  const theme = useMemo(() => makeTheme(brand.theme[mode], { mode, gain }), [brand, mode, gain]);
  const appearance = useMemo<Appearance>(
    () => ({
      brand,
      mode,
      choice,
      gain,
      choose: (next) => {
        localStorage.setItem(modeKey, next);
        setChoice(next);
      },
      chooseGain: (next) => {
        localStorage.setItem(gainKey, next);
        setGain(next);
      },
    }),
    [brand, mode, choice, gain],
  );
  return (
    <Context value={appearance}>
      <ThemeProvider theme={theme}>
        <CssBaseline enableColorScheme />
        {children}
      </ThemeProvider>
    </Context>
  );
}

/** The brand, and how the user wants to see it. */
export function useAppearance(): Appearance {
  const appearance = use(Context);
  if (!appearance) throw new Error('useAppearance outside of AppearanceProvider');
  return appearance;
}

const darkQuery = () => matchMedia('(prefers-color-scheme: dark)');

function watchDark(onChange: () => void): () => void {
  const query = darkQuery();
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}

function readChoice<Choice extends string>(key: string, choices: readonly Choice[], fallback: Choice): Choice {
  const stored = localStorage.getItem(key);
  return choices.find((choice) => choice === stored) ?? fallback;
}
