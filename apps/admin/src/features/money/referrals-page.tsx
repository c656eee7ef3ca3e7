import Box from '@mui/material/Box';
import { getRouteApi } from '@tanstack/react-router';
import { given, PagedList, PageLink, PageTitle, PeriodFields, query, SearchField, usePagedList } from '@tenbin/app-kit';
import { daysIn, periodIn } from '@tenbin/app-kit/staff';
import { countReferralLedger, downloadReferrals, listReferralLedger } from '@tenbin/contract';
import { Empty, formatDate, formatYen, Pager, Panel, SmallTable, unknownFigure } from '@tenbin/ui';
import { ClocksNote } from '../../app/clocks-note.tsx';
import { CsvDownload } from '../../app/csv-download.tsx';
import { useText } from '../../app/text.ts';
import { useMayDo, useTimeZone } from '../../app/use-self.ts';

const route = getRouteApi('/shell/money/referrals');
const pageSize = 20;

type Parts = Readonly<Partial<Record<'referrer' | 'from' | 'to', string | undefined>>>;

/** Who came by whose invitation, and what that brought so far. */
export function ReferralsPage() {
  const text = useText('money');
  const [mayExport, mayReadUsers] = [useMayDo('export'), useMayDo('read')];
  const navigate = route.useNavigate();
  const search = route.useSearch();
  const timeZone = useTimeZone();
  const { page: wanted = 1, referrer } = search;
  const filter = { ...periodIn(search, timeZone), ...(referrer !== undefined && { referrer }) };
  const list = usePagedList({
    count: query(countReferralLedger, { query: filter }),
    list: ({ offset, limit }) => query(listReferralLedger, { query: { ...filter, skip: offset, limit } }),
    page: wanted,
    size: pageSize,
  });
  const change = (part: Parts) => void navigate({ search: (now) => given({ ...now, ...part, page: undefined }), replace: true });
  const userOf = (userId: string, email: string) =>
    mayReadUsers ? (
      <PageLink to="/users/$userId" params={{ userId }}>
        {email}
      </PageLink>
    ) : (
      email
    );
  return (
    <>
      <PageTitle
        title={text('referralLedger')}
        action={mayExport && <CsvDownload label={text('download')} name="referrals" route={downloadReferrals} filter={filter} />}
      />
      <Panel>
        <Box sx={{ display: 'grid', gap: 1.5, mb: 2, gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 200px), 1fr))' }}>
          <SearchField
            label={text('referrerSearch')}
            value={referrer ?? ''}
            maxLength={254}
            onSearch={(typed) => change({ referrer: typed || undefined })}
          />
          <PeriodFields {...daysIn(search, timeZone)} onChange={change} />
        </Box>
        <ClocksNote words="money" />
        <Box role="status" sx={{ fontSize: 14, my: 1 }}>
          {list.count !== undefined && text('referralCount', { count: list.count })}
        </Box>
        <PagedList
          list={list}
          what={text('referralLedger')}
          waiting={{ rows: 6, height: 40 }}
          empty={<Empty title={text('noReferrals')}>{text('noReferralsHelp')}</Empty>}
        >
          {(referrals) => (
            <SmallTable
              lined
              label={text('referralLedger')}
              heads={[
                text('date'),
                text('referralCode'),
                text('referrer'),
                text('referredUser'),
                text('referralState'),
                text('firstPayment'),
                text('paidSoFar'),
              ]}
              rows={referrals.map((referral) => ({
                key: referral.referredUser,
                cells: [
                  formatDate(referral.date),
                  referral.code,
                  userOf(referral.referrerId, referral.referrer),
                  referral.state === 'left' ? unknownFigure : userOf(referral.referredUser, referral.email),
                  text(`referral_${referral.state}`),
                  referral.firstPayment === null ? text('notPaidYet') : formatDate(referral.firstPayment),
                  formatYen(referral.paid),
                ],
              }))}
            />
          )}
        </PagedList>
        {list.rows.data && (
          <Pager
            page={list.page}
            pages={list.pages}
            onPage={(page) => void navigate({ search: (now) => ({ ...now, page }), resetScroll: false })}
          />
        )}
      </Panel>
    </>
  );
}
