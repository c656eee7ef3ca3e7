import { Navigate, Outlet, useMatches } from '@tanstack/react-router';
import { mayDo } from '@tenbin/accounts';
import { NotFoundPage, PagePending, useLeadsNowhere } from '@tenbin/app-kit';
import { Failure } from '@tenbin/ui';
import { useText } from '../app/text.ts';
import { useSelf } from '../app/use-self.ts';
import { NotAllowedPage } from './not-allowed-page.tsx';

/** Around the pages of a section: they are shown to whose role includes them, and who has the second factor that is asked for. */
export function Section() {
  const kitText = useText('kit');
  const needs = useMatches({ select: (matches) => matches.find(({ staticData }) => staticData.needs !== undefined)?.staticData.needs });
  const leadsNowhere = useLeadsNowhere();
  const self = useSelf();
  if (!self.data)
    return self.isError ? <Failure what={kitText('thisPage')} error={self.error} onRetry={() => void self.refetch()} /> : <PagePending />;
  if (leadsNowhere) return <NotFoundPage />;
  if (!needs) return <Outlet />;
  if (self.data.mustAddFactor) return <Navigate to="/account/security" replace />;
  return mayDo(self.data.role, needs) ? <Outlet /> : <NotAllowedPage role={self.data.role} />;
}
