import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { pushTopics } from '@tenbin/accounts';
import { query, useAction, useClient } from '@tenbin/app-kit';
import { addPushBrowser, getPushes, getSelf, type Mapped, type RouteReply, removePushBrowser, updatePushes } from '@tenbin/contract';
import { Failure, formatDate, Loading, Panel, useFailureToast, useToast } from '@tenbin/ui';
import { useText } from '../../app/text.ts';
import { canPush, giveUp, isBlocked, takeUp } from './browser-push.ts';
import { forgetPushHere, rememberPushHere } from './pushed-here.ts';
import { Topic } from './topic.tsx';

type Pushes = Mapped<RouteReply<typeof getPushes>>;

const read = query(getPushes, {});

/** Which browsers are told what happens while no page is open, and of what. */
export function PushPanel() {
  const text = useText('account');
  const pushes = useQuery(read);
  return (
    <Panel title={text('pushes')}>
      <Typography variant="body2" sx={{ mb: 2 }}>
        {text('pushesHelp')}
      </Typography>
      {pushes.isPending && <Loading what={text('pushes')} rows={2} height={64} />}
      {pushes.isLoadingError && <Failure what={text('pushes')} error={pushes.error} onRetry={() => void pushes.refetch()} />}
      {pushes.data && <Filled pushes={pushes.data} />}
    </Panel>
  );
}

function Filled({ pushes }: { pushes: Pushes }) {
  const text = useText('account');
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      {!pushes.browsers.some(({ isThis }) => isThis) && <ThisBrowser publicKey={pushes.publicKey} />}
      {pushes.browsers.length > 0 && (
        <>
          <Box component="ul" aria-label={text('pushBrowsers')} sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1 }}>
            {pushes.browsers.map((browser) => (
              <Browser key={browser.id} browser={browser} />
            ))}
          </Box>
          <Topics pushes={pushes} />
        </>
      )}
    </Box>
  );
}

/** What this browser can do, in a word, or the button. */
function ThisBrowser({ publicKey }: { publicKey: string }) {
  const text = useText('account');
  const client = useClient();
  const queries = useQueryClient();
  const toast = useToast();
  const failed = useFailureToast();
  const add = useAction({
    mutationFn: async () => {
      const given = await takeUp(publicKey);
      if (given === null) return null;
      const added = await client.call(addPushBrowser, { body: given });
      rememberPushHere((await queries.fetchQuery(query(getSelf, {}))).id);
      return added;
    },
    onSuccess: (added) => (added ? toast('success', text('pushAdded')) : toast('info', text('pushBlocked'))),
    onError: (error) => failed(error),
    onSettled: () => queries.invalidateQueries({ queryKey: read.queryKey }),
  });
  if (!canPush()) return <Typography variant="body2">{text('pushAbsent')}</Typography>;
  if (isBlocked()) return <Typography variant="body2">{text('pushBlocked')}</Typography>;
  return (
    <div>
      <Button variant="outlined" loading={add.isPending} onClick={() => add.mutate()}>
        {text('pushAdd')}
      </Button>
    </div>
  );
}

function Browser({ browser: { id, device, createdAt, isThis } }: { browser: Pushes['browsers'][number] }) {
  const text = useText('account');
  const client = useClient();
  const queries = useQueryClient();
  const toast = useToast();
  const failed = useFailureToast();
  const name = device ?? text('pushUnknown');
  const remove = useAction({
    mutationFn: async () => {
      await client.call(removePushBrowser, { params: { id } });
      if (isThis) forgetPushHere();
      if (isThis && canPush()) await giveUp();
    },
    onSuccess: () => toast('success', text('pushRemoved', { device: name })),
    onError: (error) => failed(error),
    onSettled: () => queries.invalidateQueries({ queryKey: read.queryKey }),
  });
  return (
    <Box component="li" sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', columnGap: 2 }}>
      <Box sx={{ minWidth: 0 }}>
        <strong>{name}</strong> {isThis && `(${text('pushThis')})`}
        <Box sx={{ fontSize: 14, color: 'text.secondary' }}>{text('pushSince', { at: formatDate(createdAt) })}</Box>
      </Box>
      <Button
        color="error"
        aria-label={text('pushRemoveNamed', { device: name })}
        loading={remove.isPending}
        onClick={() => remove.mutate()}
      >
        {text('pushRemove')}
      </Button>
    </Box>
  );
}

/** Each is kept as it is switched, one after the other. */
function Topics({ pushes }: { pushes: Pushes }) {
  const text = useText('account');
  const client = useClient();
  const queries = useQueryClient();
  const toast = useToast();
  const failed = useFailureToast();
  const keep = useMutation({
    scope: { id: 'pushes' },
    mutationFn: (body: Partial<Record<(typeof pushTopics)[number], boolean>>) => client.call(updatePushes, { body }),
    onMutate: (changed) => queries.setQueryData(read.queryKey, (before) => before && { ...before, ...changed }),
    onSuccess: () => toast('success', text('saved')),
    onError: (error) => failed(error),
    onSettled: () => queries.invalidateQueries({ queryKey: read.queryKey }),
  });
  return pushTopics.map((topic) => (
    <Topic
      key={topic}
      topic={topic}
      name={text('pushNamed', { topic: text(`mail_${topic}`) })}
      isWanted={pushes[topic]}
      onWant={(isWanted) => keep.mutate({ [topic]: isWanted })}
    />
  ));
}
