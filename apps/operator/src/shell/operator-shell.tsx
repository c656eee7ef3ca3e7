import { Navigate, Outlet, useMatches } from '@tanstack/react-router';
import { type NavigationEntry, NotFoundPage, PagePending, Shell, useLeadsNowhere } from '@tenbin/app-kit';
import {
  AccountIcon,
  BacktestIcon,
  CardIcon,
  DashboardIcon,
  DifferIcon,
  Failure,
  HistoryIcon,
  OpenIcon,
  ServerIcon,
  TermsIcon,
  TuneIcon,
  YesIcon,
} from '@tenbin/ui';
import { useText } from '../app/text.ts';
import { useMayOperate, useSelf } from '../app/use-self.ts';

const work = [
  { name: 'organizations', icon: DashboardIcon, to: '/' },
  { name: 'users', icon: AccountIcon, to: '/users' },
  { name: 'bots', icon: ServerIcon, to: '/bots' },
  { name: 'virtualAccounts', icon: TuneIcon, to: '/virtual-accounts' },
  { name: 'market', icon: DifferIcon, to: '/market' },
  { name: 'exchanges', icon: BacktestIcon, to: '/exchanges' },
  { name: 'health', icon: YesIcon, to: '/health' },
  { name: 'consistencies', icon: HistoryIcon, to: '/consistencies' },
  { name: 'testBots', icon: OpenIcon, to: '/test-bots' },
  { name: 'offer', icon: CardIcon, to: '/offer' },
  { name: 'billing', icon: TermsIcon, to: '/billing' },
] as const;

export function OperatorShell() {
  const text = useText('shell');
  const kitText = useText('kit');
  const { data: self } = useSelf();
  const mayOperate = useMayOperate();
  const isOpen = self !== undefined && !self.mustAddFactor;
  const entry = (name: Parameters<typeof text>[0], icon: NavigationEntry['icon'], to: string): NavigationEntry => ({
    label: text(name),
    icon,
    target: { kind: 'page', to: to as '/' },
  });
  return (
    <Shell
      userId={self?.id}
      mayFollow={isOpen}
      navigation={{
        work: isOpen ? work.map(({ name, icon, to }) => entry(name, icon, to)) : [],
        read: isOpen ? [...(mayOperate ? [entry('operators', AccountIcon, '/operators')] : []), entry('audit', HistoryIcon, '/audit')] : [],
      }}
      menu={{
        who: self && `${self.email} (${text(`role_${self.role}`)})`,
        entries: [
          { label: text('account'), to: '/account/security' },
          { label: kitText('display'), to: '/display' },
        ],
      }}
    />
  );
}

/** Around every page: who has no second factor yet sets one up first, and sees nothing else. */
export function Behind() {
  const kitText = useText('kit');
  const isOpen = useMatches({ select: (matches) => matches.some(({ staticData }) => staticData.isBeforeFactor) });
  const leadsNowhere = useLeadsNowhere();
  const self = useSelf();
  if (!self.data)
    return self.isError ? <Failure what={kitText('thisPage')} error={self.error} onRetry={() => void self.refetch()} /> : <PagePending />;
  if (leadsNowhere) return <NotFoundPage />;
  return self.data.mustAddFactor && !isOpen ? <Navigate to="/account/security" replace /> : <Outlet />;
}
