import type { Exchange as ExchangeReply } from '@tenbin/contract';
import type { Organization } from '@tenbin/db';
import type { ServerContext } from '../context.ts';
import { omittedPairsOf } from '../exchange-access/require-exchange.ts';
import { exchangeReply } from './reply.ts';

/** An exchange that cannot be reached just now is left out, and does not hide the others; when none can, that is the answer. */
export async function exchangeReplies(organization: Organization, deps: ServerContext): Promise<ExchangeReply[]> {
  const exchanges = await deps.database.platform.exchanges.listOffered(organization.id);
  const replies = await Promise.allSettled(
    exchanges.map(async (exchange) =>
      exchangeReply(exchange, {
        markets: await deps.exchanges.fetchMarkets(exchange),
        omitPairs: omittedPairsOf(exchange, organization.settings),
      }),
    ),
  );
  for (const [index, reply] of replies.entries())
    if (reply.status === 'rejected') deps.log.warn({ exchange: exchanges[index]?.name, err: reply.reason }, 'exchange.request_failed');
  const failed = replies.find((reply) => reply.status === 'rejected');
  const reached = replies.flatMap((reply) => (reply.status === 'fulfilled' ? [reply.value] : []));
  if (failed && reached.length === 0) throw failed.reason;
  return reached;
}
