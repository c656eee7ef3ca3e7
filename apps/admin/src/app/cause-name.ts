import { useI18n } from '@tenbin/ui';

/** Why a bot stopped, in words; a code that has none stands for itself. */
export function useCauseName(): (cause: string | null) => string {
  const i18n = useI18n();
  return (cause) => {
    const key = `cause${cause}`;
    return i18n.exists(key, { ns: 'administeredBots' }) ? i18n.t(key, { ns: 'administeredBots' }) : String(cause);
  };
}
