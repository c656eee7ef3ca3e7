import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import GlobalStyles from '@mui/material/GlobalStyles';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { PageLink, PageTitle, query } from '@tenbin/app-kit';
import { BillView, UnreadPage } from '@tenbin/app-kit/staff';
import { getOwnBill } from '@tenbin/contract';
import { onPaper } from '@tenbin/ui';
import { useText } from '../../app/text.ts';

const route = getRouteApi('/shell/money/bills/$id');

/** One invoice; the browser prints it, or saves it as PDF. */
export function BillPage() {
  const text = useText('money');
  const { id } = route.useParams();
  const bill = useQuery(query(getOwnBill, { params: { id } }));
  if (!bill.data) return <UnreadPage key={id} what={text('billTitle')} read={bill} />;
  return (
    <>
      <GlobalStyles styles={onPaper} />
      <PageTitle
        title={text('bill', { number: bill.data.number })}
        action={
          <Box className="not-on-paper" sx={{ display: 'flex', gap: 2, alignItems: 'center', flexWrap: 'wrap' }}>
            <PageLink to="/bills">{text('backToBills')}</PageLink>
            <Button variant="outlined" onClick={() => window.print()}>
              {text('print')}
            </Button>
          </Box>
        }
      />
      <BillView bill={bill.data} />
    </>
  );
}
