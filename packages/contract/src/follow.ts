import { createParser } from 'eventsource-parser';
import { type CallOptions, type Client, type Mapped, renameIds } from './client.ts';
import type { Route, RouteInput, RouteReply } from './route.ts';

/**
 * Follows a stream of events until the signal aborts or the connection ends.
 *
 * @param options - `onActivity` is called whenever anything arrives, a sign of life without an event too
 * @throws as `Client.call`; ends without an error when the server closes
 */
export async function follow<R extends Route>(
  client: Client,
  route: R,
  input: RouteInput<R>,
  listener: (event: Mapped<RouteReply<R>>) => void,
  options?: CallOptions & { readonly onActivity?: () => void },
): Promise<void> {
  const response = await client.open(route, input, options);
  if (!response.body) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  const { feed } = createParser({ onEvent: ({ data }) => listener(renameIds(JSON.parse(data)) as Mapped<RouteReply<R>>) });
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    options?.onActivity?.();
    feed(value);
  }
}
