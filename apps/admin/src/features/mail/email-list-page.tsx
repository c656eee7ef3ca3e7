import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { PageLink, PageTitle, query } from '@tenbin/app-kit';
import { listEmails, type Mapped, type RouteReply } from '@tenbin/contract';
import { Empty, Failure, formatDate, formatNumber, Loading, Pager, Panel, useLanguage } from '@tenbin/ui';
import { useText } from '../../app/text.ts';
import { useAudienceWords } from './audience-words.ts';
import { StateMark } from './state-mark.tsx';
import { subjectOf } from './subject-of.ts';

type Email = Mapped<RouteReply<typeof listEmails>>[number];

const size = 20;
const liveMs = 10_000;

/** Every e-mail to many users, newest first. */
export function EmailListPage() {
  const text = useText('mail');
  const { page = 1 } = useSearch({ from: '/shell/mail/emails' });
  const navigate = useNavigate();
  // One more than is shown tells whether there is another page.
  const emails = useQuery({
    ...query(listEmails, { query: { skip: (page - 1) * size, limit: size + 1 } }),
    placeholderData: keepPreviousData,
    refetchInterval: liveMs,
  });
  return (
    <>
      <PageTitle
        title={text('title')}
        action={
          <Button component={Link} to="/emails/new" variant="contained">
            {text('write')}
          </Button>
        }
      />
      <Panel flush sx={{ overflow: 'hidden' }}>
        {emails.isPending && <Loading what={text('list')} rows={6} height={64} />}
        {emails.isLoadingError && <Failure what={text('list')} error={emails.error} onRetry={() => void emails.refetch()} />}
        {emails.data?.length === 0 && <Empty title={text('noEmails')}>{text('noEmailsHelp')}</Empty>}
        {emails.data && emails.data.length > 0 && (
          <Box component="ul" aria-label={text('list')} sx={{ listStyle: 'none', m: 0, p: 0 }}>
            {emails.data.slice(0, size).map((email) => (
              <EmailRow key={email.id} email={email} />
            ))}
          </Box>
        )}
      </Panel>
      <Pager
        page={page}
        pages={(emails.data?.length ?? 0) > size ? page + 1 : page}
        onPage={(to) => void navigate({ to: '/emails', search: { page: to } })}
      />
    </>
  );
}

function EmailRow({ email: { id, kind, state, subject, audience, sendAt, recipients } }: { email: Email }) {
  const text = useText('mail');
  const audienceWords = useAudienceWords();
  const language = useLanguage();
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'minmax(0, 1fr) auto' },
        columnGap: 2,
        rowGap: 0.5,
        px: { xs: 2, sm: 2.5 },
        py: 1.5,
        '& + &': { borderTop: '1px solid', borderColor: 'divider' },
      }}
    >
      <Box sx={{ minWidth: 0 }}>
        <PageLink to="/emails/$id" params={{ id }} sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
          {subjectOf(subject, language)}
        </PageLink>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {[
            text(`kind_${kind}`),
            ...(audience.namedUsers === null
              ? audienceWords({ ...audience.filter, condition: audience.condition })
              : [text('named', { count: audience.namedUsers })]),
            recipients === null ? null : text('recipientsOf', { count: formatNumber(recipients, { digits: 0 }) }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </Typography>
      </Box>
      <Box sx={{ fontSize: 14, textAlign: { sm: 'right' } }}>
        <StateMark state={state} />
        <Typography variant="body2" sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
          {formatDate(sendAt)}
        </Typography>
      </Box>
    </Box>
  );
}
