import { writeSync } from 'node:fs';
import type { ExchangeAccount, ExchangeSettings } from '@tenbin/exchange';
import type { CcxtConnector } from '@tenbin/exchange-ccxt';
import { connectExchange } from '@tenbin/testkit/exchange';

/** What it says, followed by the client order id. */
export const held = { before: 'order.held', after: 'order.released' } as const;

/**
 * The exchange of a process that can be made to stand still at the worst moment: told SIGUSR2, it stops itself with its
 * next order in hand, which is written down and was found to be in time.
 */
export function connectHeld(settings: ExchangeSettings): CcxtConnector {
  const connector = connectExchange(settings);
  let isToHold = false;
  process.on('SIGUSR2', () => {
    isToHold = true;
  });
  const hold = (account: ExchangeAccount): ExchangeAccount => {
    const place = account.placeOrder.bind(account);
    return Object.assign(account, {
      placeOrder: async (...[request, sending]: Parameters<ExchangeAccount['placeOrder']>) => {
        if (!isToHold) return place(request, sending);
        isToHold = false;
        say(`${held.before} ${request.clientOrderId}`);
        process.kill(process.pid, 'SIGSTOP');
        return place(request, sending).finally(() => say(`${held.after} ${request.clientOrderId}`));
      },
    });
  };
  const open = connector.account.bind(connector);
  return Object.assign(connector, { account: async (...given: Parameters<typeof open>) => hold(await open(...given)) });
}

/** By itself: what a logger has taken and not written yet would stand still as well. */
const say = (msg: string) => writeSync(process.stdout.fd, `${JSON.stringify({ msg })}\n`);
