import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import GlobalStyles from '@mui/material/GlobalStyles';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { PageLink, PageTitle, query } from '@tenbin/app-kit';
import { getSelf, getStatement, type Mapped, type MonthlyStatement } from '@tenbin/contract';
import { Empty, Failure, formatDate, formatDay, Loading, onPaper, Panel, SelectField } from '@tenbin/ui';
import { HistoryDownload } from '../../app/history-download.tsx';
import { useText } from '../../app/text.ts';
import { monthsBetween } from './months-between.ts';
import { StatementPart } from './statement-part.tsx';

const route = getRouteApi('/shell/history/statement');

/** What each bot had and did in a month; the browser prints it, or saves it as PDF. */
export function StatementPage() {
  const text = useText('statement');
  const navigate = route.useNavigate();
  const self = useQuery(query(getSelf, {}));
  const months = monthsBetween(new Date(self.data?.createdAt ?? Date.now()), new Date());
  const { month = months[0] ?? '' } = route.useSearch();
  const statement = useQuery(query(getStatement, { query: { month } }));
  return (
    <>
      <GlobalStyles styles={onPaper} />
      <PageTitle
        title={text('title')}
        action={
          <Box className="not-on-paper" sx={{ display: 'flex', gap: 1.5, alignItems: 'center', flexWrap: 'wrap' }}>
            <Box sx={{ width: 140 }}>
              <SelectField
                small
                label={text('month')}
                value={month}
                options={[...new Set([month, ...months])]
                  .sort()
                  .reverse()
                  .map((value) => ({ value, name: value.replace('-', '/') }))}
                onChange={(next) => void navigate({ search: { month: next }, replace: true })}
              />
            </Box>
            <Button variant="outlined" disabled={!statement.data} onClick={() => window.print()}>
              {text('print')}
            </Button>
          </Box>
        }
      />
      {statement.isPending && <Loading what={text('statement')} rows={6} />}
      {statement.isLoadingError && <Failure what={text('statement')} error={statement.error} onRetry={() => void statement.refetch()} />}
      {statement.data && <Filled statement={statement.data} email={self.data?.email} />}
    </>
  );
}

function Filled({ statement, email }: { statement: Mapped<MonthlyStatement>; email: string | undefined }) {
  const text = useText('statement');
  const { bots, total, start, end, isOver } = statement;
  const lastDay = new Date(Date.parse(end) - 1).toISOString().slice(0, 10);
  const period = { from: start, to: end };
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Box sx={{ fontSize: 14, color: 'text.secondary', display: 'flex', flexWrap: 'wrap', columnGap: 2 }}>
        <span>{text('period', { start: start.slice(0, 10), end: lastDay })}</span>
        {email && <span>{text('for', { email })}</span>}
        <span>{text('printed', { at: formatDate(new Date()) })}</span>
        {!isOver && <span>{text('notOver')}</span>}
        <span>{text('clocks', { start: formatDate(start) })}</span>
      </Box>
      {bots.length === 0 ? (
        <Panel>
          <Empty title={text('empty')}>{text('emptyHelp')}</Empty>
        </Panel>
      ) : (
        <>
          <StatementPart
            title={text('total')}
            part={total}
            records={
              <Box className="not-on-paper" sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
                <ToRecords search={period} />
                <HistoryDownload search={period} timeZone="UTC" />
              </Box>
            }
          />
          {bots.map((bot) => (
            <StatementPart
              key={bot.id}
              title={bot.deletedAt === null ? bot.name : `${bot.name} (${text('deleted', { at: formatDay(bot.deletedAt) })})`}
              part={bot}
              basisPoint={bot.basisPoint}
              records={<ToRecords search={{ ...period, bot: bot.id }} />}
            />
          ))}
          <Box sx={{ fontSize: 14, color: 'text.secondary' }}>
            <div>{text('explained')}</div>
            <div>{text('late')}</div>
          </Box>
        </>
      )}
    </Box>
  );
}

function ToRecords({ search }: { search: { readonly from: string; readonly to: string; readonly bot?: string } }) {
  const text = useText('statement');
  return (
    <PageLink to="/history/" search={search} className="not-on-paper" sx={{ fontSize: 14 }}>
      {text('records')}
    </PageLink>
  );
}
