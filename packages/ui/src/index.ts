export type { ChartLevel, ChartMark, ChartModel, ChartPoint, ChartSeries } from './charts/chart-model.ts';
export { chartRoom } from './charts/chart-room.ts';
export { SmallLine } from './charts/small-line.tsx';
export { TimeChart } from './charts/time-chart.tsx';
export { ActionMenu } from './components/action-menu.tsx';
export { useAgeText, useNow } from './components/age-text.ts';
export { Banner } from './components/banner.tsx';
export { ConfirmDialog } from './components/confirm-dialog.tsx';
export { useErrorText } from './components/error-text.ts';
export { FactList } from './components/fact-list.tsx';
export { Field, type FieldProps } from './components/field.tsx';
export { AnnualRate, Figure } from './components/figure.tsx';
export { FoldingFilters } from './components/folding-filters.tsx';
export { FoldingPanel } from './components/folding-panel.tsx';
export { LanguageSwitch, languageNames } from './components/language-switch.tsx';
export { LiveRegion } from './components/live-region.tsx';
export { OfflineBar } from './components/offline-bar.tsx';
export { type PagerPlace, pageWindow } from './components/page-window.ts';
export { Pager } from './components/pager.tsx';
export { Panel } from './components/panel.tsx';
export { PasswordField } from './components/password-field.tsx';
export { SelectField } from './components/select-field.tsx';
export { SmallTable } from './components/small-table.tsx';
export { Empty, Failure, Loading } from './components/states.tsx';
export { ThemeSwitch } from './components/theme-switch.tsx';
export { hidden } from './components/visually-hidden.ts';
export { endOfYesterday, formatDate, formatDay, formatMonth, formatTime } from './format/dates.ts';
export {
  decimals,
  formatAmount,
  formatHolding,
  formatNumber,
  formatPrice,
  formatWidth,
  formatYen,
  percent,
  unknownFigure,
  unknownRate,
} from './format/numbers.ts';
export { parseDecimalText, parseNumber, writeNumber } from './format/typed-numbers.ts';
export { endOfDay, firstMomentOf, zonedDay, zonedPeriod } from './format/zoned-day.ts';
export { momentOf, zonedTime } from './format/zoned-time.ts';
export * from './icons.tsx';
export { MarkdownText } from './markdown/markdown-text.tsx';
export { forgetNotifications } from './notifications/kept-notifications.ts';
export { NotificationBell } from './notifications/notification-bell.tsx';
export { NotificationsProvider, useFailureToast, useFoundNotice, useNotify, useToast } from './notifications/notifications-provider.tsx';
export { painted } from './painted.ts';
export { type Appearance, AppearanceProvider, type ModeChoice, useAppearance } from './theme/appearance.tsx';
export type { GainColour, Mode } from './theme/make-theme.ts';
export { onPaper } from './theme/on-paper.ts';
export { contentWidth, radius, sizes } from './theme/tokens.ts';
export {
  type LoadWords,
  languageInAddress,
  languageOf,
  startWords,
  type WordFile,
  type WordFiles,
  type Words,
} from './words/start-words.ts';
export { useUiText } from './words/ui-text.ts';
export { type Facts, makeUseText, type TextOf, useChangeLanguage, useI18n, useLanguage, useSentences } from './words/use-text.ts';
export { WordsProvider } from './words/words-provider.tsx';
