import CssBaseline from '@mui/material/CssBaseline';
import ThemeProvider from '@mui/system/ThemeProvider';
import type { Brand } from '@tenbin/brand';
import { createContext, type ReactNode, use, useMemo, useState, useSyncExternalStore } from 'react';
import { type GainColour, type Mode, makeTheme } from './make-theme.ts';

/** What the user chose; `system` follows the machine. */
export type ModeChoice = Mode | 'system';

/** In what money is told, where it can be. */
export type MoneyChoice = 'USD' | 'JPY';

export interface Appearance {
  readonly brand: Brand;
  readonly mode: Mode;
  readonly choice: ModeChoice;
  readonly gain: GainColour;
  readonly money: MoneyChoice;
  readonly choose: (choice: ModeChoice) => void;
  readonly chooseGain: (gain: GainColour) => void;
  readonly chooseMoney: (money: MoneyChoice) => void;
}

const Context = createContext<Appearance | null>(null);
const modeKey = 'appearance';
const gainKey = 'gain-colour';
const moneyKey = 'money';

/** Dresses everything below in the brand's colours, light or dark. */
export function AppearanceProvider({ brand, children }: { brand: Brand; children: ReactNode }) {
  const dark = useSyncExternalStore(watchDark, () => darkQuery().matches);
  const [choice, setChoice] = useState<ModeChoice>(() => readChoice(modeKey, ['light', 'dark', 'system'], 'system'));
  const [gain, setGain] = useState<GainColour>(() => readChoice(gainKey, ['green', 'red'], 'green'));
  const [money, setMoney] = useState<MoneyChoice>(() => readChoice(moneyKey, ['USD', 'JPY'], 'USD'));
  const mode: Mode = choice === 'system' ? (dark ? 'dark' : 'light') : choice;
  const theme = useMemo(() => makeTheme(brand.theme[mode], { mode, gain }), [brand, mode, gain]);
  const appearance = useMemo<Appearance>(
    () => ({
      brand,
      mode,
      choice,
      gain,
      money,
      choose: (next) => {
        localStorage.setItem(modeKey, next);
        setChoice(next);
      },
      chooseGain: (next) => {
        localStorage.setItem(gainKey, next);
        setGain(next);
      },
      chooseMoney: (next) => {
        localStorage.setItem(moneyKey, next);
        setMoney(next);
      },
    }),
    [brand, mode, choice, gain, money],
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
