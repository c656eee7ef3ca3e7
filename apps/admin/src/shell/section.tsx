import { Navigate, Outlet, useMatches, useParams } from '@tanstack/react-router';
import { mayDo } from '@tenbin/accounts';
import { NotFoundPage, PagePending } from '@tenbin/app-kit';
import { Failure } from '@tenbin/ui';
import { useText } from '../app/text.ts';
import { useSelf } from '../app/use-self.ts';
import { NotAllowedPage } from './not-allowed-page.tsx';

/** What an address names is by its id: what is none leads nowhere, and nobody is asked for it. */
const idPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Around the pages of a section: they are shown to whose role includes them, and who has the second factor that is asked for. */
export function Section() {
  const kitText = useText('kit');
  const needs = useMatches({ select: (matches) => matches.find(({ staticData }) => staticData.needs !== undefined)?.staticData.needs });
  const params: Readonly<Record<string, string>> = useParams({ strict: false });
  const self = useSelf();
  if (!self.data)
    return self.isError ? <Failure what={kitText('thisPage')} error={self.error} onRetry={() => void self.refetch()} /> : <PagePending />;
  if (!Object.values(params).every((id) => idPattern.test(id))) return <NotFoundPage />;
  if (!needs) return <Outlet />;
  if (self.data.mustAddFactor) return <Navigate to="/account/security" replace />;
  return mayDo(self.data.role, needs) ? <Outlet /> : <NotAllowedPage role={self.data.role} />;
}
