import CssBaseline from '@mui/material/CssBaseline';
import ThemeProvider from '@mui/system/ThemeProvider';
import type { Brand } from '@tenbin/brand';
import { createContext, type ReactNode, use, useDeferredValue, useMemo, useState, useSyncExternalStore } from 'react';
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

interface AppearanceProviderProps {
  readonly brand: Brand;
  readonly children: ReactNode;
  /** What is chosen is found again the next time. */
  readonly remembers?: boolean;
  /** Whatever the user chose. */
  readonly asked?: Mode;
}

/** Shows everything below in the brand's colours, light or dark. */
export function AppearanceProvider({ brand, children, remembers = true, asked }: AppearanceProviderProps) {
  const dark = useSyncExternalStore(watchDark, () => darkQuery().matches);
  const [choice, setChoice] = useState<ModeChoice>(() => readChoice(modeKey, ['light', 'dark', 'system'], 'system'));
  const [gain, setGain] = useState<GainColour>(() => readChoice(gainKey, ['green', 'red'], 'green'));
  const [money, setMoney] = useState<MoneyChoice>(() => readChoice(moneyKey, ['USD', 'JPY'], 'USD'));
  const mode: Mode = asked ?? (choice === 'system' ? (dark ? 'dark' : 'light') : choice);
  // All that is shown is styled anew, which takes a slow machine a while: the switch that was pressed shows it before.
  const [themeMode, themeGain] = [useDeferredValue(mode), useDeferredValue(gain)];
  const theme = useMemo(() => makeTheme(brand.theme[themeMode], { mode: themeMode, gain: themeGain }), [brand, themeMode, themeGain]);
  const appearance = useMemo<Appearance>(() => {
    const keep = (key: string, value: string) => remembers && localStorage.setItem(key, value);
    return {
      brand,
      mode,
      choice,
      gain,
      money,
      choose: (next) => {
        keep(modeKey, next);
        setChoice(next);
      },
      chooseGain: (next) => {
        keep(gainKey, next);
        setGain(next);
      },
      chooseMoney: (next) => {
        keep(moneyKey, next);
        setMoney(next);
      },
    };
  }, [brand, mode, choice, gain, money, remembers]);
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
