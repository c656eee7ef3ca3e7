import { ApiError } from '@tenbin/contract';
import { Failure, Loading, Panel } from '@tenbin/ui';
import { useState } from 'react';
import { NotFoundPage } from '../shell/not-found-page.tsx';
import { PageTitle } from '../shell/page-title.tsx';

interface UnreadPageProps {
  /** What kind of thing the address names. */
  readonly what: string;
  readonly read: {
    readonly isPending: boolean;
    readonly isLoadingError: boolean;
    readonly error: Error | null;
    readonly refetch: () => unknown;
  };
  /** What the address says of its name. */
  readonly title?: string;
  readonly rows?: number;
}

/** Whatever it is that a call names: another organization's is told the same. */
const isNotFound = (error: Error | null): boolean => error instanceof ApiError && error.code.endsWith('NotFound');

/** In place of what an address names: it is on its way, could not be loaded, or does not exist. Its `key` is what that is. */
export function UnreadPage({ what, read, title = what, rows = 6 }: UnreadPageProps) {
  // While it is looked for again it stays what it was.
  const [isMissing, setMissing] = useState(false);
  if (read.isLoadingError && isMissing !== isNotFound(read.error)) setMissing(!isMissing);
  if (isMissing) return <NotFoundPage />;
  return (
    <>
      <PageTitle title={title} />
      <Panel>
        {read.isPending && <Loading what={what} rows={rows} height={56} />}
        {read.isLoadingError && <Failure what={what} error={read.error} onRetry={() => void read.refetch()} />}
      </Panel>
    </>
  );
}
