import Payment from '@mui/icons-material/CreditCardOutlined';
import Bots from '@mui/icons-material/DnsOutlined';
import Gavel from '@mui/icons-material/GavelOutlined';
import Group from '@mui/icons-material/GroupAddOutlined';
import Help from '@mui/icons-material/HelpOutlineOutlined';
import History from '@mui/icons-material/ReceiptLongOutlined';
import Dashboard from '@mui/icons-material/SpaceDashboardOutlined';
import Setup from '@mui/icons-material/TuneOutlined';
import type { Entry } from './entries.ts';

const icons: Record<Entry['icon'], typeof Gavel> = {
  dashboard: Dashboard,
  bots: Bots,
  setup: Setup,
  history: History,
  plan: Payment,
  affiliate: Group,
  help: Help,
  legal: Gavel,
};

export function EntryIcon({ icon }: { icon: Entry['icon'] }) {
  const Icon = icons[icon];
  return <Icon fontSize="small" aria-hidden />;
}
