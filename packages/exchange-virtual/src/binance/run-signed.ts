import type { Route, SignedCall } from './route.ts';

/**
 * Carries a signed call out. One that places an order is counted first, and no longer when it is refused.
 *
 * @returns its result, and headers that say how many orders count
 * @throws {BinanceError} -1015, and what the route throws
 */
export function runSigned(
  route: Extract<Route, { security: 'signed' }>,
  call: SignedCall,
): { readonly result: unknown; readonly headers: Record<string, string> } {
  if (!route.placesOrder) return { result: route.handle(call), headers: {} };
  const { rates, account, exchange } = call;
  const headers = rates.countOrder(account.id, exchange.now());
  try {
    return { result: route.handle(call), headers };
  } catch (error) {
    rates.giveBackOrder(account.id, exchange.now());
    throw error;
  }
}
