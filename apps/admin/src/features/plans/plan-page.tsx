import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { PageTitle, query, useAction, useCallForm, useClient } from '@tenbin/app-kit';
import { UnreadPage } from '@tenbin/app-kit/staff';
import { type AdministeredPlan, archiveUserPlan, listUserPlanVersions, type Mapped, updateUserPlan } from '@tenbin/contract';
import { ConfirmDialog, formatDate, formatYen, Panel, SmallTable, useFailureToast, useToast } from '@tenbin/ui';
import { useState } from 'react';
import { useText } from '../../app/text.ts';
import { useTimeZone } from '../../app/use-self.ts';
import { PlanForm, termsOf, usePlansChanged, valuesOf } from './plan-form.tsx';
import { PlanSubscribers } from './plan-subscribers.tsx';
import { usePlanProblems } from './use-plan-problems.ts';

const route = getRouteApi('/shell/plans/plans/$id');

/** A plan in its newest version, to be edited or archived, with the versions before it. */
export function PlanPage() {
  const text = useText('plans');
  const { id } = route.useParams();
  const versions = useQuery(query(listUserPlanVersions, { params: { id } }));
  if (!versions.data) return <UnreadPage key={id} what={text('editTitle')} read={versions} />;
  const [newest] = versions.data;
  const isOffered = newest !== undefined && newest.archivedAt === null;
  return (
    <>
      <PageTitle title={newest ? newest.name : text('editTitle')} action={isOffered && <Archive plan={newest} />} />
      <Box sx={{ display: 'grid', gap: 2 }}>
        {isOffered && <Editor key={newest.id} plan={newest} />}
        <Panel title={text('versions')}>
          <SmallTable
            lined
            label={text('versions')}
            heads={[text('version'), text('price'), text('subscribers'), text('coming'), text('created')]}
            rows={versions.data.map(({ id: key, version, monthlyPrice, subscribers, coming, createdAt }) => ({
              key,
              cells: [version, formatYen(monthlyPrice), subscribers, coming, formatDate(createdAt)],
            }))}
          />
        </Panel>
        {versions.data.length > 0 && <PlanSubscribers key={`subscribers ${id}`} versions={versions.data} />}
      </Box>
    </>
  );
}

function Editor({ plan }: { plan: Mapped<AdministeredPlan> }) {
  const text = useText('plans');
  const toast = useToast();
  const navigate = useNavigate();
  const changed = usePlansChanged();
  const timeZone = useTimeZone();
  const form = useCallForm(updateUserPlan, {
    defaults: valuesOf(plan, timeZone),
    input: (values) => ({ params: { id: plan.id }, body: termsOf(values, { plan, timeZone }) }),
    problems: usePlanProblems(),
    onSuccess: ({ name, id }) => {
      toast('success', text('saved', { name }));
      changed();
      void navigate({ to: '/plans/$id', params: { id }, replace: true, ignoreBlocker: true });
    },
  });
  return <PlanForm form={form} timeZone={timeZone} note={text('versionHelp', { version: plan.version + 1 })} />;
}

function Archive({ plan: { id, name } }: { plan: Mapped<AdministeredPlan> }) {
  const text = useText('plans');
  const toast = useToast();
  const failed = useFailureToast();
  const client = useClient();
  const navigate = useNavigate();
  const changed = usePlansChanged();
  const [isAsking, setAsking] = useState(false);
  const archive = useAction({
    mutationFn: () => client.call(archiveUserPlan, { params: { id } }),
    onSuccess: () => {
      toast('success', text('archivedNow', { name }));
      changed();
      void navigate({ to: '/plans', ignoreBlocker: true });
    },
    onError: (error) => failed(error, text('archive')),
  });
  return (
    <>
      <Button color="error" variant="outlined" onClick={() => setAsking(true)}>
        {text('archive')}
      </Button>
      <ConfirmDialog
        open={isAsking}
        danger
        title={text('archiveTitle', { name })}
        confirm={text('archive')}
        busy={archive.isPending}
        onConfirm={() => archive.mutate()}
        onClose={() => setAsking(false)}
      >
        {text('archiveHelp')}
      </ConfirmDialog>
    </>
  );
}
