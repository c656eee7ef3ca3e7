import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { PageLink, query } from '@tenbin/app-kit';
import { type AdministeredPlan, listSubscribers, type Mapped } from '@tenbin/contract';
import { Empty, Failure, formatDate, formatDay, Loading, Pager, Panel, SelectField, SmallTable, unknownFigure } from '@tenbin/ui';
import { useState } from 'react';
import { useText } from '../../app/text.ts';

const pageSize = 20;

/** Who is on a plan, version by version: whoever subscribed stays on theirs. */
export function PlanSubscribers({ versions }: { readonly versions: readonly Mapped<AdministeredPlan>[] }) {
  const text = useText('plans');
  const [newest] = versions;
  const [{ id, page }, show] = useState({ id: (versions.find(({ subscribers }) => subscribers > 0) ?? newest)?.id ?? '', page: 1 });
  const subscribers = useQuery(query(listSubscribers, { params: { id }, query: { skip: (page - 1) * pageSize, limit: pageSize } }));
  const count = versions.find((version) => version.id === id)?.subscribers ?? 0;
  return (
    <Panel title={text('subscribers')}>
      <Box sx={{ maxWidth: 320, mb: 2 }}>
        <SelectField
          small
          label={text('version')}
          value={id}
          options={versions.map((version) => ({
            value: version.id,
            name: text('versionWith', { version: version.version, count: version.subscribers }),
          }))}
          onChange={(next) => show({ id: next, page: 1 })}
        />
      </Box>
      {subscribers.isPending && <Loading what={text('subscribers')} rows={3} />}
      {subscribers.isLoadingError && (
        <Failure what={text('subscribers')} error={subscribers.error} onRetry={() => void subscribers.refetch()} />
      )}
      {subscribers.data?.length === 0 && <Empty title={text('noSubscribers')} />}
      {subscribers.data && subscribers.data.length > 0 && (
        <SmallTable
          lined
          label={text('subscribers')}
          heads={[text('subscriber'), text('chargedBy'), text('since'), text('periodEnd')]}
          rows={subscribers.data.map(({ user, email, source, subscription: { startedAt, periodEnd } }) => ({
            key: user,
            cells: [
              <PageLink key="user" to="/users/$userId" params={{ userId: user }}>
                {email}
              </PageLink>,
              text(`source_${source}`),
              startedAt ? formatDate(startedAt) : unknownFigure,
              periodEnd ? formatDay(periodEnd) : unknownFigure,
            ],
          }))}
        />
      )}
      <Pager page={page} pages={Math.max(1, Math.ceil(count / pageSize))} onPage={(next) => show({ id, page: next })} />
    </Panel>
  );
}
