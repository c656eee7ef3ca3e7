import { silentLog } from '@tenbin/telemetry';
import { expect, test } from 'vitest';
import { AccountRegistry } from '../account/account-registry.ts';
import type { BotState } from '../decision/bot-state.ts';
import { MarketDataHub } from '../market/market-data-hub.ts';
import { TradingDesk } from '../testing/trading-desk.ts';
import { BotLink } from './bot-link.ts';

test.each([
  ['that has stopped keeps nobody from sending', 'stopped', []],
  ['that is away for a moment still does', 'running', ['BTC/USDT']],
] as const)('an order of unknown fate of a bot %s', async (_, kind, taken) => {
  const desk = new TradingDesk({ clientOrderId: false });
  desk.exchange.failNext('place', { kind: 'unknown', reason: 'deadlinePassed' });
  await desk.start();
  let bot: BotState = desk.bot.state;
  const accounts = new AccountRegistry(async () => desk.exchange, { clock: desk.clock, log: silentLog });
  const { creates } = await accounts.lease('account-1');
  const link = new BotLink({
    hub: new MarketDataHub(desk.exchange, { clock: desk.clock, log: silentLog }),
    clock: desk.clock,
    journal: desk.journal,
    leaseAccount: () => accounts.lease('account-1'),
    bot: () => bot,
    isClosing: () => false,
    emit: () => {},
    onPrivateEvent: () => {},
  });
  await link.connect();
  expect([...creates.elsewhere('bot-2')]).toEqual(['BTC/USDT']);
  if (kind === 'stopped') bot = { ...bot, phase: { kind, receipt: null } };
  await link.disconnect();
  expect([...creates.elsewhere('bot-2')]).toEqual(taken);
});
