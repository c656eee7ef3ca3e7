import { idOf } from '@tenbin/app-kit/testing';
import {
  checkApiKeyPrivilegeByBody,
  type Exchange,
  getBalancesByBody,
  getMinimumOrderWidth,
  getSuggestedBalanceByBody,
  getTradingFees,
  listOwnExchanges,
} from '@tenbin/contract';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { bot } from './fixtures.ts';
import { serverWith } from './open-console.ts';

export const pair = (name: string): Exchange['availableCurrencyPairs'][number] => {
  const [baseName = '', counterName = ''] = name.split('/');
  return {
    name,
    baseName,
    counterName,
    minAmount: '0.00001',
    minCost: '5',
    tickSize: '0.01',
    lotSize: '0.00001',
    baseUnit: null,
    counterUnit: null,
  };
};
export const virtual: Exchange = {
  _id: idOf(50),
  name: 'Virtual',
  requiresPassphrase: false,
  timeScale: 1,
  availableCurrencyPairs: ['BTC/USDT', 'ETH/USDT', 'ETH/BTC'].map(pair),
};
export const rights = { read: true, trade: true, withdraw: false, transfer: false };
const suggestion = (currency: string, walletBalance: string) => ({
  currency,
  walletBalance,
  suggestedBalance: walletBalance,
  rebalancedBalance: walletBalance,
});

export const widthRange = {
  minimumOrderWidth: 0.3,
  maximumOrderWidth: 99.8,
  shownMinimum: 0.4,
  shownMaximum: 99.7,
  minimumRewardPerTrade: 0.0002,
  breakEvenWidth: 0.2,
  breakEvenWidthTogether: 0.4,
  limitedBy: null,
} as const;

/** An exchange and an account of it with which a bot can be set up. */
export function setupServer(bots = [bot(1)]) {
  const server = serverWith(bots);
  server.answer(listOwnExchanges, [virtual]);
  server.answer(checkApiKeyPrivilegeByBody, { success: true, rights });
  server.answer(getBalancesByBody, [{ currency: 'BTC', free: '0.1', locked: '0', total: '0.1', usd: 6000 }]);
  server.answer(getSuggestedBalanceByBody, [suggestion('BTC', '0.1'), suggestion('ETH', '2'), suggestion('USDT', '6000')]);
  server.answer(getMinimumOrderWidth, widthRange);
  server.answer(getTradingFees, {
    maker: 0.001,
    taker: 0.001,
    breakEvenWidth: 0.2,
    breakEvenWidthTogether: 0.4,
    canPostOnly: true,
  } as never);
  return server;
}

/** Fills in step 1. */
export async function firstStep(name = 'Osaka-2') {
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText('Bot name'), name);
  await user.type(screen.getByLabelText('API key'), 'K1');
  await user.type(screen.getByLabelText('API secret'), 'S1');
  return user;
}
