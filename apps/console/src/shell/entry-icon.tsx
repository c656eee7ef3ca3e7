import { BacktestIcon, CardIcon, DashboardIcon, HelpIcon, HistoryIcon, InviteIcon, LegalIcon, ServerIcon, TuneIcon } from '@tenbin/ui';
import type { Entry } from './entries.ts';

const icons: Record<Entry['icon'], typeof LegalIcon> = {
  dashboard: DashboardIcon,
  bots: ServerIcon,
  setup: TuneIcon,
  backtest: BacktestIcon,
  history: HistoryIcon,
  plan: CardIcon,
  affiliate: InviteIcon,
  help: HelpIcon,
  legal: LegalIcon,
};

export function EntryIcon({ icon }: { icon: Entry['icon'] }) {
  const Icon = icons[icon];
  return <Icon fontSize="small" aria-hidden />;
}
