import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { mailTopics } from '@tenbin/accounts';
import { PageTitle, query, useClient } from '@tenbin/app-kit';
import { getNotifications, type RouteReply, updateNotifications } from '@tenbin/contract';
import { Failure, Loading, Panel, useFailureToast, useToast } from '@tenbin/ui';
import { useText } from '../../app/text.ts';
import { AccountParts } from '../../shell/account-parts.tsx';
import { PushPanel } from './push-panel.tsx';
import { Topic } from './topic.tsx';

type Choice = RouteReply<typeof getNotifications>;

const read = query(getNotifications, {});

/** Which mails one gets, and what one's browsers tell. */
export function NotificationsPage() {
  const text = useText('account');
  const choice = useQuery(read);
  return (
    <Box sx={{ maxWidth: 760 }}>
      <PageTitle title={text('notificationsTitle')} />
      <AccountParts />
      <Box sx={{ display: 'grid', gap: 2 }}>
        <Panel title={text('mails')}>
          <Typography variant="body2" sx={{ mb: 2 }}>
            {text('mailsHelp')}
          </Typography>
          {choice.isPending && <Loading what={text('mails')} rows={mailTopics.length} height={64} />}
          {choice.isLoadingError && <Failure what={text('mails')} error={choice.error} onRetry={() => void choice.refetch()} />}
          {choice.data && <Topics choice={choice.data} />}
        </Panel>
        <PushPanel />
      </Box>
    </Box>
  );
}

/** Each is kept as it is switched, one after the other. */
function Topics({ choice }: { choice: Choice }) {
  const text = useText('account');
  const client = useClient();
  const queries = useQueryClient();
  const toast = useToast();
  const failed = useFailureToast();
  const keep = useMutation({
    scope: { id: 'notifications' },
    mutationFn: (changed: Partial<Choice>) => client.call(updateNotifications, { body: changed }),
    onMutate: (changed) => queries.setQueryData(read.queryKey, (before) => before && { ...before, ...changed }),
    onSuccess: () => toast('success', text('saved')),
    onError: (error) => failed(error),
    onSettled: () => queries.invalidateQueries({ queryKey: read.queryKey }),
  });
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      {mailTopics.map((topic) => (
        <Topic key={topic} topic={topic} isWanted={choice[topic]} onWant={(isWanted) => keep.mutate({ [topic]: isWanted })} />
      ))}
    </Box>
  );
}
