import type { Signer } from '../accounts/account.ts';
import type { OkxDialect } from './dialect.ts';
import { OkxError, toOkxError } from './okx-error.ts';
import { fieldsOf } from './parameters.ts';
import type { OrderAnswer, Route } from './route.ts';

/** What a request about orders answers: 0 when all were done, 1 when none, 2 when some. */
export interface OrdersAnswer {
  readonly code: '0' | '1' | '2';
  readonly msg: string;
  readonly data: readonly OrderAnswer[];
}

const maxOrders = 20;
const noRight = () => new OkxError('50120', "This API key doesn't have permission to use this function", 401);

/**
 * Places or cancels orders one by one: a refused one does not keep the others from being done.
 *
 * @throws {OkxError} 51111 too many at once, 50061 too many in a while, 50120
 */
export function runOrders(
  dialect: OkxDialect,
  { route, signer, items }: { route: Extract<Route, { security: 'orders' }>; signer: Signer; items: readonly object[] },
): OrdersAnswer {
  if (!signer.apiKey.rights.trade) throw noRight();
  const most = route.isBatch ? maxOrders : 1;
  if (items.length === 0 || items.length > most) throw new OkxError('51111', `Maximum ${most} orders can be placed in bulk.`);
  dialect.countOrders(signer.account.id, items.length);
  const data = items.map((item): OrderAnswer => {
    const parameters = fieldsOf(item);
    try {
      return route.handle({ exchange: dialect.exchange, ...signer, parameters });
    } catch (error) {
      const { code, message } = toOkxError(error, dialect.onFault);
      const names = { ordId: parameters.text('ordId') ?? '', clOrdId: parameters.text('clOrdId') ?? '', tag: parameters.text('tag') ?? '' };
      return { ...names, ts: String(dialect.exchange.now()), sCode: code, sMsg: message };
    }
  });
  const failed = data.filter((answer) => answer.sCode !== '0').length;
  if (failed === 0) return { code: '0', msg: '', data };
  return failed === data.length
    ? { code: '1', msg: 'All operations failed', data }
    : { code: '2', msg: 'Bulk operation partially succeeded.', data };
}

/** @throws {OkxError} 50120 */
export function requireReading({ apiKey: { rights } }: Signer): void {
  if (!rights.read) throw noRight();
}
