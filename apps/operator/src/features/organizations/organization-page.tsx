import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { DeadEnd, keyOf, PageLink, PageTitle, query, useAction, useCallForm, useClient } from '@tenbin/app-kit';
import { TypedConfirm } from '@tenbin/app-kit/staff';
import {
  countActiveUsersOfOrganization,
  liftSuspension,
  listAllOrganizations,
  type Mapped,
  type OperatedOrganization,
  suspendOrganization,
  updateOrganization,
} from '@tenbin/contract';
import {
  FactList,
  Failure,
  formatDate,
  formatDay,
  formatNumber,
  Loading,
  Panel,
  unknownFigure,
  useFailureToast,
  useToast,
} from '@tenbin/ui';
import { useState } from 'react';
import { useText } from '../../app/text.ts';
import { useMayOperate } from '../../app/use-self.ts';
import { AdministratorsPanel } from './administrators-panel.tsx';
import { BillsPanel } from './bills-panel.tsx';
import { changesOf, fieldOf, OrganizationForm, organizationProblems, valuesOf } from './organization-form.tsx';

const route = getRouteApi('/shell/behind/organizations/$id');

export function OrganizationPage() {
  const text = useText('platform');
  const { id } = route.useParams();
  const all = useQuery(query(listAllOrganizations, {}));
  const found = all.data?.find((one) => one.id === id);
  if (found) return <Found key={id} organization={found} />;
  if (all.data)
    return (
      <DeadEnd title={text('noSuchOrganization')} action={<PageLink to="/">{text('organizations')}</PageLink>}>
        {text('noSuchOrganizationHelp')}
      </DeadEnd>
    );
  return (
    <>
      <PageTitle title={text('organization')} />
      {all.isPending && <Loading what={text('organization')} rows={6} height={56} />}
      {all.isLoadingError && <Failure what={text('organization')} error={all.error} onRetry={() => void all.refetch()} />}
    </>
  );
}

function Found({ organization }: { readonly organization: Mapped<OperatedOrganization> }) {
  const text = useText('platform');
  const toast = useToast();
  const queries = useQueryClient();
  const mayOperate = useMayOperate();
  const { id, name, slug, figures, createdAt, suspendedAt } = organization;
  const active = useQuery(query(countActiveUsersOfOrganization, { params: { id }, query: {} }));
  const whole = (count: number) => formatNumber(count, { digits: 0 });
  const [read, setRead] = useState(organization);
  const form = useCallForm(updateOrganization, {
    defaults: valuesOf(read),
    input: (values) => ({ params: { id }, body: changesOf(values, read) }),
    fieldOf,
    problems: (values) => organizationProblems(values, text, { isNew: false }),
    onSuccess: (changed) => {
      setRead(changed);
      form.reset(valuesOf(changed));
      toast('success', text('saved'));
      void queries.invalidateQueries({ queryKey: keyOf(listAllOrganizations) });
    },
  });
  return (
    <>
      <PageTitle title={name} action={mayOperate && <Suspension organization={organization} />} />
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        {suspendedAt !== null && <Alert severity="warning">{text('suspendedSince', { at: formatDate(suspendedAt) })}</Alert>}
        <Panel>
          <FactList
            label={text('figures')}
            sx={{ gap: 2, gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 160px), 1fr))' }}
            facts={[
              { name: text('slug'), value: slug },
              { name: text('since'), value: formatDay(createdAt) },
              { name: text('users'), value: whole(figures.users) },
              { name: text('activeThisMonth'), value: active.data ? whole(active.data.count) : unknownFigure },
              { name: text('bots'), value: whole(figures.bots) },
              { name: text('runningBots'), value: whole(figures.runningBots) },
            ]}
          />
          <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3, rowGap: 1, mt: 2 }}>
            <PageLink to="/users" search={{ organization: id }}>
              {text('itsUsers')}
            </PageLink>
            <PageLink to="/bots" search={{ organization: id }}>
              {text('itsBots')}
            </PageLink>
            <PageLink to="/audit" search={{ organization: id }}>
              {text('itsAudit')}
            </PageLink>
          </Box>
        </Panel>
        <AdministratorsPanel organizationId={id} />
        <BillsPanel organizationId={id} />
        <OrganizationForm form={form} isNew={false} readOnly={!mayOperate} submit={text('save')} />
      </Box>
    </>
  );
}

/** Stops everything that an organization trades, or lets it be started again. */
function Suspension({ organization: { id, name, suspendedAt, figures } }: { readonly organization: Mapped<OperatedOrganization> }) {
  const text = useText('platform');
  const client = useClient();
  const failed = useFailureToast();
  const toast = useToast();
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const isSuspended = suspendedAt !== null;
  const act = useAction<unknown, string>({
    mutationFn: (reason) =>
      isSuspended
        ? client.call(liftSuspension, { params: { id }, body: { reason } })
        : client.call(suspendOrganization, { params: { id }, body: { reason } }),
    onSuccess: () => toast('success', text(isSuspended ? 'lifted' : 'suspendedNow', { name })),
    onError: (error) => failed(error),
    onSettled: () => {
      setAsking(false);
      return queries.invalidateQueries({ queryKey: keyOf(listAllOrganizations) });
    },
  });
  return (
    <>
      <Button variant="outlined" color={isSuspended ? 'primary' : 'error'} onClick={() => setAsking(true)}>
        {text(isSuspended ? 'lift' : 'suspend')}
      </Button>
      {isAsking && (
        <TypedConfirm
          title={text(isSuspended ? 'liftTitle' : 'suspendTitle', { name })}
          says={text(isSuspended ? 'liftHelp' : 'suspendHelp', { name, count: figures.runningBots })}
          confirm={text(isSuspended ? 'lift' : 'suspend')}
          reason={text('reason')}
          needsReason={!isSuspended}
          danger={!isSuspended}
          busy={act.isPending}
          onClose={() => setAsking(false)}
          onConfirm={(reason) => act.mutate(reason)}
        />
      )}
    </>
  );
}
