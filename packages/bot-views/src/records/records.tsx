import useMediaQuery from '@mui/material/useMediaQuery';
import { RecordList, type RecordsProps, RecordTable } from './record-table.tsx';

/** Contract records: a table where there is room, rows of two lines where there is not. */
export function Records(props: RecordsProps) {
  const wide = useMediaQuery(`(min-width:${props.compact ? 900 : 1280}px)`, { noSsr: true });
  return wide ? <RecordTable {...props} /> : <RecordList {...props} />;
}
