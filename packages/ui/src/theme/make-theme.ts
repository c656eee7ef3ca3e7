import { createTheme, type Theme } from '@mui/material/styles';
import { edgeOf, type Palette, pointedAt } from '@tenbin/brand';
import { breakpoints, fontFamily, radius, sizes, spacing } from './tokens.ts';

/** Which colour a gain has. In Japan red often means up. */
export type GainColour = 'green' | 'red';
export type Mode = 'light' | 'dark';

/** Colours that MUI's palette has no place for. */
export interface Tones {
  readonly gain: string;
  readonly loss: string;
  readonly border: string;
  readonly series: readonly [string, string, string];
}

declare module '@mui/material/styles' {
  interface Theme {
    tones: Tones;
  }
  interface ThemeOptions {
    tones?: Tones;
  }
}

/**
 * A brand's palette as a theme.
 *
 * @param gain - `green`: gains in the palette's positive colour, losses in its negative one; `red`: the other way round
 */
export function makeTheme(palette: Palette, { mode, gain }: { mode: Mode; gain: GainColour }): Theme {
  const tones: Tones = {
    gain: gain === 'green' ? palette.positive : palette.negative,
    loss: gain === 'green' ? palette.negative : palette.positive,
    border: palette.border,
    series: palette.series,
  };
  return createTheme({
    tones,
    spacing,
    breakpoints: { values: breakpoints },
    shape: { borderRadius: radius.control },
    palette: {
      mode,
      background: { default: palette.background, paper: palette.surface },
      text: { primary: palette.text, secondary: palette.muted },
      divider: palette.border,
      action: { hover: `color-mix(in srgb, ${palette.text} ${mode === 'light' ? 2.5 : 6}%, transparent)` },
      primary: filled(palette.accent, palette.onAccent),
      success: filled(palette.positive, palette.surface),
      error: filled(palette.negative, palette.surface),
      warning: filled(palette.warning, palette.surface),
      info: filled(palette.accent, palette.onAccent),
    },
    typography: {
      fontFamily,
      fontSize: sizes.small,
      h1: { fontSize: sizes.title, fontWeight: 600, lineHeight: 1.4 },
      h2: { fontSize: sizes.body, fontWeight: 600, lineHeight: 1.5 },
      h3: { fontSize: sizes.small, fontWeight: 600, lineHeight: 1.5 },
      body1: { fontSize: sizes.body, lineHeight: 1.6 },
      body2: { fontSize: sizes.small, lineHeight: 1.6 },
      caption: { fontSize: sizes.small, lineHeight: 1.5 },
      button: { fontSize: sizes.small, textTransform: 'none', fontWeight: 600 },
    },
    components: {
      MuiCssBaseline: { styleOverrides: baseline(palette) },
      MuiButtonBase: { defaultProps: { disableRipple: true } },
      MuiButton: {
        defaultProps: { disableElevation: true },
        styleOverrides: { root: { minHeight: 40, paddingInline: spacing * 2 }, sizeSmall: { minHeight: 32, paddingInline: spacing * 1.5 } },
      },
      MuiPaper: { defaultProps: { elevation: 0 }, styleOverrides: { root: { backgroundImage: 'none' } } },
      MuiDialog: { styleOverrides: { paper: { borderRadius: radius.card, border: `1px solid ${palette.border}` } } },
      MuiMenu: { styleOverrides: { paper: { border: `1px solid ${palette.border}`, boxShadow: '0 8px 24px rgb(0 0 0 / .12)' } } },
      MuiTableCell: {
        styleOverrides: { root: { borderColor: palette.border, padding: '10px 12px' }, head: { color: palette.muted, fontWeight: 500 } },
      },
      MuiTableRow: {
        styleOverrides: {
          root: {
            '& > :first-of-type': { paddingLeft: 20 },
            '& > :last-of-type': { paddingRight: 20 },
            'tbody > &:last-of-type > *': { borderBottom: 0 },
          },
        },
      },
      MuiTooltip: { styleOverrides: { tooltip: { fontSize: sizes.small, fontWeight: 400, padding: '8px 12px', maxWidth: 320 } } },
      MuiOutlinedInput: { styleOverrides: { notchedOutline: { borderColor: edgeOf(palette) } } },
      MuiFormHelperText: { styleOverrides: { root: { fontSize: sizes.small, marginInline: 2 } } },
      MuiAlert: {
        styleOverrides: {
          root: { border: `1px solid ${palette.border}`, alignItems: 'center' },
          message: { overflowWrap: 'anywhere' },
          action: { whiteSpace: 'nowrap' },
        },
      },
    },
  });
}

/** What the component library calls `dark` is shown under the pointer. */
const filled = (ground: string, ink: string) => ({ main: ground, dark: pointedAt(ground, ink), contrastText: ink });

const baseline = (palette: Palette) => ({
  // Always there, so that no page is narrower than the next; a dialog hides it and fills its place.
  '@media (min-width: 900px)': { html: { overflowY: 'scroll' as const } },
  'button, input, select, textarea': { font: 'inherit' },
  body: { fontVariantNumeric: 'tabular-nums', overflowWrap: 'break-word' as const },
  // One for everything: the component library's own rules are as strong as a class, so this is stronger.
  ':root :focus-visible, :root .Mui-focusVisible': { outline: `2px solid ${palette.accent}`, outlineOffset: 2 },
  ':root :is(h1, main):focus, :root input:focus-visible': { outline: 'none' },
  '@keyframes figure-changed': { from: { backgroundColor: `color-mix(in srgb, ${palette.accent} 14%, transparent)` } },
  '@media (prefers-reduced-motion: reduce)': {
    '*, *::before, *::after': {
      animationDuration: '0.01ms !important',
      animationIterationCount: '1 !important',
      transitionDuration: '0.01ms !important',
      scrollBehavior: 'auto !important',
    },
  },
});
