import useMediaQuery from '@mui/material/useMediaQuery';
import type { RecordView } from './record-profit.ts';
import { RecordList, RecordTable } from './record-table.tsx';

/** Contract records: a table where there is room, rows of two lines where there is not. */
export function Records(props: { records: readonly RecordView[]; opens?: boolean; compact?: boolean }) {
  const wide = useMediaQuery(`(min-width:${props.compact ? 900 : 1200}px)`, { noSsr: true });
  return wide ? <RecordTable {...props} /> : <RecordList {...props} />;
}
