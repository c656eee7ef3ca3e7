import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { leftOutReasons } from '@tenbin/accounts';
import { keyOf, PageLink, PageTitle, query, useAction, useClient } from '@tenbin/app-kit';
import { UnreadPage } from '@tenbin/app-kit/staff';
import { type Broadcast, cancelEmail, getEmail, listEmails, type Mapped, previewEmail, resumeEmail } from '@tenbin/contract';
import {
  Banner,
  ConfirmDialog,
  FactList,
  Failure,
  formatDate,
  formatNumber,
  LiveRegion,
  Loading,
  Panel,
  SmallTable,
  useFailureToast,
  useLanguage,
  useToast,
} from '@tenbin/ui';
import { useState } from 'react';
import { useText } from '../../app/text.ts';
import { useMayDo } from '../../app/use-self.ts';
import { useAudienceWords } from './audience-words.ts';
import { MailFrame } from './mail-frame.tsx';
import { StateMark } from './state-mark.tsx';
import { subjectOf } from './subject-of.ts';

type Email = Mapped<Broadcast>;

const liveMs = 2_000;
/** Mails that were in hand when it was cancelled are counted as the mail server answers. */
const settlesMs = 120_000;

function goesOn(email: Email | undefined): boolean {
  if (email === undefined || ['scheduled', 'sending', 'paused'].includes(email.state)) return true;
  return email.state === 'cancelled' && email.endedAt !== null && Date.now() - Date.parse(email.endedAt) < settlesMs;
}

/** An e-mail to many users: how far it is, what became of it, and what was written. */
export function EmailPage() {
  const text = useText('mail');
  const { id } = useParams({ from: '/shell/mail/emails/$id' });
  const email = useQuery({
    ...query(getEmail, { params: { id } }),
    refetchInterval: ({ state }) => (goesOn(state.data) ? liveMs : false),
  });
  return email.data ? <Told email={email.data} /> : <UnreadPage key={id} what={text('email')} read={email} rows={8} />;
}

/** The code of the mail server's answer; where it gave none, why. */
function useAnswerText(): (reason: string) => string {
  const text = useText('mail');
  return (reason) => (/^\d/.test(reason) ? reason : text(reason === 'EENVELOPE' ? 'notAsked' : 'noAnswer'));
}

function Told({ email }: { email: Email }) {
  const text = useText('mail');
  const answerText = useAnswerText();
  const language = useLanguage();
  const { trouble, state } = email;
  return (
    <>
      <PageTitle title={subjectOf(email.subject, language)} action={<Actions email={email} />}>
        <PageLink to="/emails">{text('back')}</PageLink>
      </PageTitle>
      <Box sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(0, 1fr)' } }}>
        <Box sx={{ display: 'grid', gap: 2.5, alignContent: 'start' }}>
          {trouble && state === 'paused' && (
            <Banner severity="warning" title={text(trouble.reason ? 'pausedTitle' : 'restoredTitle')}>
              {trouble.reason ? text('pausedHelp', { reason: answerText(trouble.reason) }) : text('restoredHelp')}
            </Banner>
          )}
          {trouble?.until && (
            <Banner severity="warning" title={text('restTitle')}>
              {text('restHelp', { reason: answerText(trouble.reason), time: formatDate(trouble.until) })}
            </Banner>
          )}
          <Progress email={email} />
          <Results email={email} />
          <Facts email={email} />
        </Box>
        <Written email={email} />
      </Box>
    </>
  );
}

function Progress({ email: { state, recipients, results } }: { email: Email }) {
  const text = useText('mail');
  const failed = results.failed.reduce((all, { count }) => all + count, 0);
  const count = recipients ?? 0;
  const done = Math.max(0, count - results.waiting);
  const says = text('progressOf', { done: formatNumber(done, { digits: 0 }), count: formatNumber(count, { digits: 0 }) });
  return (
    <Panel title={text('progress')} action={<StateMark state={state} />}>
      <LiveRegion>{`${text(`state_${state}`)}: ${says}`}</LiveRegion>
      {recipients !== null && (
        <>
          <Typography sx={{ mb: 1, fontVariantNumeric: 'tabular-nums' }}>{says}</Typography>
          <LinearProgress aria-label={text('progress')} variant="determinate" value={count === 0 ? 100 : (100 * done) / count} />
          <FactList
            facts={[
              { name: text('sent'), value: formatNumber(results.sent, { digits: 0 }) },
              { name: text(state === 'cancelled' ? 'notSent' : 'waiting'), value: formatNumber(results.waiting, { digits: 0 }) },
              { name: text('failed'), value: formatNumber(failed, { digits: 0 }) },
            ]}
            sx={{
              mt: 2,
              gridTemplateColumns: 'repeat(3, minmax(0, 1fr))',
              gap: 2,
              '& dd': { fontSize: 20, fontVariantNumeric: 'tabular-nums' },
            }}
          />
        </>
      )}
    </Panel>
  );
}

function Results({ email: { results } }: { email: Email }) {
  const text = useText('mail');
  const answerText = useAnswerText();
  const leftOut = leftOutReasons.flatMap((reason) => {
    const count = results.leftOut[reason] ?? 0;
    return count > 0 ? [{ key: reason, cells: [text(`why_${reason}`), formatNumber(count, { digits: 0 })] }] : [];
  });
  const failed = results.failed.map(({ reason, count }) => ({
    key: reason,
    cells: [answerText(reason), formatNumber(count, { digits: 0 })],
  }));
  return (
    <>
      {failed.length > 0 && (
        <Panel title={text('failedBy')}>
          <SmallTable label={text('failedBy')} heads={[text('reason'), text('number')]} rows={failed} maxHeight={320} lined />
        </Panel>
      )}
      {leftOut.length > 0 && (
        <Panel title={text('leftOutTitle')}>
          <SmallTable label={text('leftOutTitle')} heads={[text('why'), text('number')]} rows={leftOut} lined />
        </Panel>
      )}
    </>
  );
}

function Facts({ email: { kind, audience, sendAt, startedAt, endedAt, createdBy } }: { email: Email }) {
  const text = useText('mail');
  const [condition, ...filters] = useAudienceWords()({ ...audience.filter, condition: audience.condition });
  const facts = [
    { name: text('kind'), value: text(`kind_${kind}`) },
    {
      name: text('recipients'),
      value: condition,
      more: [...filters, ...(audience.namedUsers === null ? [] : [text('named', { count: audience.namedUsers })])],
    },
    { name: text('sendAt'), value: formatDate(sendAt) },
    ...(startedAt ? [{ name: text('startedAt'), value: formatDate(startedAt) }] : []),
    ...(endedAt ? [{ name: text('endedAt'), value: formatDate(endedAt) }] : []),
    { name: text('createdBy'), value: createdBy ?? text('unknown') },
  ];
  return (
    <Panel title={text('email')}>
      <FactList
        facts={facts}
        sx={{ gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' }, gap: 2, overflowWrap: 'anywhere' }}
      />
    </Panel>
  );
}

function Written({ email: { kind, subject, body } }: { email: Email }) {
  const text = useText('mail');
  const mails = useQuery(query(previewEmail, { body: { kind, subject, body } }));
  return (
    <Panel title={text('preview')} sx={{ alignSelf: 'start' }}>
      {mails.isPending && <Loading what={text('preview')} rows={6} height={64} />}
      {mails.isLoadingError && <Failure what={text('preview')} error={mails.error} onRetry={() => void mails.refetch()} />}
      {mails.data && <MailFrame mails={mails.data} />}
    </Panel>
  );
}

/** What can still be done. */
function Actions({ email: { id, kind, state, subject, startedAt, results } }: { email: Email }) {
  const text = useText('mail');
  const language = useLanguage();
  const client = useClient();
  const queries = useQueryClient();
  const toast = useToast();
  const failed = useFailureToast();
  const maySendService = useMayDo('serviceMail');
  const [isAsking, setIsAsking] = useState(false);
  const settled = {
    onError: (error: Error) => failed(error),
    onSettled: async () => {
      setIsAsking(false);
      await Promise.all([getEmail, listEmails].map((route) => queries.invalidateQueries({ queryKey: keyOf(route) })));
    },
  };
  const resume = useAction({
    mutationFn: () => client.call(resumeEmail, { params: { id } }),
    onSuccess: () => toast('success', text('resumed')),
    ...settled,
  });
  const cancel = useAction({
    mutationFn: () => client.call(cancelEmail, { params: { id } }),
    onSuccess: () => toast('success', text('cancelled')),
    ...settled,
  });
  if (!['scheduled', 'sending', 'paused'].includes(state)) return null;
  const facts = { subject: subjectOf(subject, language), count: results.waiting };
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
      {state === 'paused' && (kind === 'news' || maySendService) && (
        <Button variant="contained" loading={resume.isPending} onClick={() => resume.mutate()}>
          {text('resume')}
        </Button>
      )}
      <Button variant="outlined" color="error" onClick={() => setIsAsking(true)}>
        {text('cancel')}
      </Button>
      <ConfirmDialog
        open={isAsking}
        danger
        title={text('cancelTitle')}
        confirm={text('cancel')}
        cancel={text('keep')}
        busy={cancel.isPending}
        onConfirm={() => cancel.mutate()}
        onClose={() => setIsAsking(false)}
      >
        {text(startedAt === null ? 'cancelScheduled' : 'cancelSending', facts)}
      </ConfirmDialog>
    </Box>
  );
}
