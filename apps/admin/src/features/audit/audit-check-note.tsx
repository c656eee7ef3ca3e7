import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { query } from '@tenbin/app-kit';
import { getAuditCheck } from '@tenbin/contract';
import { formatDate } from '@tenbin/ui';
import { useText } from '../../app/text.ts';

/** Whether the log is what it was: a line while all is well, an alarm where it is not. */
export function AuditCheckNote() {
  const text = useText('audit');
  const { data: check, isError } = useQuery(query(getAuditCheck, {}));
  if (isError) return <Alert severity="warning">{text('checkUnknown')}</Alert>;
  if (!check) return <Skeleton variant="rounded" height={48} />;
  const { brokenDays, sealedTo, checkedAt, entries, seal } = check;
  if (brokenDays.length > 0)
    return (
      <Alert severity="error" variant="outlined">
        <AlertTitle>{text('broken')}</AlertTitle>
        {text('brokenHelp', { days: brokenDays.join(', ') })}
      </Alert>
    );
  if (sealedTo === null || checkedAt === null) return <Alert severity="info">{text('notSealedYet')}</Alert>;
  return (
    <Alert severity="success" variant="outlined">
      {text('sound', { count: entries, day: sealedTo, at: formatDate(checkedAt) })}
      <Box component="details" sx={{ fontSize: 13, overflowWrap: 'anywhere' }}>
        <summary>{text('seal')}</summary>
        <code>{seal}</code>
        <br />
        {text('sealHelp')}
      </Box>
    </Alert>
  );
}
