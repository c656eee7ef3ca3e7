import { useI18n } from '@tenbin/ui';

/** Why bots stopped, in a word or two; the page fetches the file `causeLabels`. A newer version's code stands for itself. */
export function useCauseLabel(): (cause: string) => string {
  const i18n = useI18n();
  return (cause) => (i18n.exists(cause, { ns: 'causeLabels' }) ? i18n.t(cause, { ns: 'causeLabels' }) : cause);
}
