import type { Implementation } from '../../route/implement.ts';
import { handleConnectExchange } from './connect-exchange.ts';
import { handleListExchangeAccounts, handleShowExchangeKeys } from './list-exchange-accounts.ts';
import { handleRemoveExchangeAccount } from './remove-exchange-account.ts';

export const exchangeAccountCalls: readonly Implementation[] = [
  handleListExchangeAccounts,
  handleShowExchangeKeys,
  handleConnectExchange,
  handleRemoveExchangeAccount,
];
