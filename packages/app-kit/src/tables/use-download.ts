import type { CsvColumns, Route, RouteInput } from '@tenbin/contract';
import { useFailureToast } from '@tenbin/ui';
import { useClient } from '../app/app-context.tsx';
import { useAction } from '../app/use-action.ts';
import { useKitText } from '../words/text.ts';

/** A call that answers with rows. */
type RowsRoute = Route & { readonly columns: CsvColumns };

interface Download {
  readonly name: string;
  fetch(): Promise<Blob>;
}

/** Saves what a call answers as a file: all of it, as the server wrote it. @returns `start` begins it, unless one is under way */
export function useDownload(): {
  readonly isPending: boolean;
  start<R extends RowsRoute>(name: string, route: R, input: RouteInput<R>): void;
} {
  const client = useClient();
  const text = useKitText('kit');
  const failed = useFailureToast();
  const { isPending, mutate } = useAction({
    mutationFn: async ({ name, fetch }: Download) => saveFile(name, await fetch()),
    onError: (error) => failed(error, text('exportFailed')),
  });
  return { isPending, start: (name, route, input) => mutate({ name, fetch: () => client.download(route, input) }) };
}

/** Has the browser save a file. */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
