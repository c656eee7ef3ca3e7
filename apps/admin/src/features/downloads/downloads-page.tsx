import Box from '@mui/material/Box';
import { PageTitle, PeriodFields } from '@tenbin/app-kit';
import { downloadAudit, downloadBotsOfOrganization, downloadReferrals, downloadTransactionLogs, downloadUsers } from '@tenbin/contract';
import { Panel, zonedPeriod } from '@tenbin/ui';
import { type ReactNode, useState } from 'react';
import { CsvDownload } from '../../app/csv-download.tsx';
import { useText } from '../../app/text.ts';
import { useMayDo, useTimeZone } from '../../app/use-self.ts';

/** Every file that the organization's data can be taken out as, of a period of its own days. */
export function DownloadsPage() {
  const text = useText('downloads');
  const mayReadAudit = useMayDo('audit');
  const timeZone = useTimeZone();
  const [days, setDays] = useState({ from: '', to: '' });
  const period = zonedPeriod(days, timeZone);
  const { start, end } = period;
  const came = { ...(start && { cameFrom: start }), ...(end && { cameBefore: end }) };
  const created = { ...(start && { createdFrom: start }), ...(end && { createdBefore: end }) };
  return (
    <>
      <PageTitle title={text('title')} />
      <Panel>
        <Box sx={{ display: 'grid', gap: 1.5, mb: 1, gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 200px), 1fr))' }}>
          <PeriodFields {...days} onChange={(part) => setDays((before) => ({ from: before.from, to: before.to, ...emptied(part) }))} />
        </Box>
        <Box sx={{ fontSize: 14, color: 'text.secondary', mb: 2 }}>{text('period', { zone: timeZone })}</Box>
        <Box component="ul" aria-label={text('title')} sx={{ m: 0, p: 0, listStyle: 'none' }}>
          <File name={text('transactions')} help={text('transactionsHelp')}>
            <CsvDownload
              label={text('save', { what: text('transactions') })}
              name="transactions"
              route={downloadTransactionLogs}
              filter={period}
            />
          </File>
          <File name={text('referrals')} help={text('referralsHelp')}>
            <CsvDownload label={text('save', { what: text('referrals') })} name="referrals" route={downloadReferrals} filter={period} />
          </File>
          <File name={text('users')} help={text('usersHelp')}>
            <CsvDownload label={text('save', { what: text('users') })} name="users" route={downloadUsers} filter={came} />
          </File>
          <File name={text('bots')} help={text('botsHelp')}>
            <CsvDownload label={text('save', { what: text('bots') })} name="bots" route={downloadBotsOfOrganization} filter={created} />
          </File>
          {mayReadAudit && (
            <File name={text('audit')} help={text('auditHelp')}>
              <CsvDownload label={text('save', { what: text('audit') })} name="audit" route={downloadAudit} filter={period} />
            </File>
          )}
        </Box>
      </Panel>
    </>
  );
}

/** A day that was taken away is an open side. */
const emptied = (part: { readonly from?: string | undefined; readonly to?: string | undefined }) =>
  Object.fromEntries(Object.entries(part).map(([name, day]) => [name, day ?? ''])) as { from?: string; to?: string };

function File({ name, help, children }: { readonly name: string; readonly help: string; readonly children: ReactNode }) {
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        gap: 1.5,
        alignItems: 'center',
        justifyContent: 'space-between',
        py: 1.5,
        borderTop: '1px solid',
        borderColor: 'divider',
      }}
    >
      <Box sx={{ flex: '1 1 260px', minWidth: 0 }}>
        <strong>{name}</strong>
        <Box sx={{ fontSize: 14, color: 'text.secondary' }}>{help}</Box>
      </Box>
      {children}
    </Box>
  );
}
