export type { ChartLevel, ChartMark, ChartModel, ChartPoint, ChartSeries } from './charts/chart-model.ts';
export { chartRoom } from './charts/chart-room.ts';
export { SmallLine } from './charts/small-line.tsx';
export { TimeChart } from './charts/time-chart.tsx';
export { useAgeText, useNow } from './components/age-text.ts';
export { ConfirmDialog } from './components/confirm-dialog.tsx';
export { useErrorText } from './components/error-text.ts';
export { Field, type FieldProps } from './components/field.tsx';
export { Figure } from './components/figure.tsx';
export { FoldingPanel } from './components/folding-panel.tsx';
export { LanguageSwitch } from './components/language-switch.tsx';
export { LiveRegion } from './components/live-region.tsx';
export { OfflineBar } from './components/offline-bar.tsx';
export { type PagerPlace, pageWindow } from './components/page-window.ts';
export { Pager } from './components/pager.tsx';
export { Panel } from './components/panel.tsx';
export { PasswordField } from './components/password-field.tsx';
export { SmallTable } from './components/small-table.tsx';
export { Empty, Failure, Loading } from './components/states.tsx';
export { ThemeSwitch } from './components/theme-switch.tsx';
export { type ToastKind, ToastProvider, useToast } from './components/toast.tsx';
export { hidden } from './components/visually-hidden.ts';
export { endOfYesterday, formatDate, formatDay, formatMonth, formatTime } from './format/dates.ts';
export { decimals, formatAmount, formatHolding, formatNumber, formatPrice, formatWidth, widthOf } from './format/numbers.ts';
export * from './icons.tsx';
export { type Appearance, AppearanceProvider, type ModeChoice, useAppearance } from './theme/appearance.tsx';
export type { GainColour, Mode } from './theme/make-theme.ts';
export { contentWidth, radius, sizes } from './theme/tokens.ts';
export {
  changeLanguage,
  currentLanguage,
  fetchWords,
  type Language,
  languages,
  startWords,
  type WordFile,
  type WordFiles,
} from './words/start-words.ts';
export { type Facts, makeUseText, type TextOf, useLanguage } from './words/use-text.ts';
