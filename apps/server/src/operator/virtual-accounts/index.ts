import type { Implementation } from '../../route/implement.ts';
import { balancingBotCalls } from './balancing-bot.ts';
import { handleCreateVirtualAccount } from './create-account.ts';
import { accountReads } from './look-at-accounts.ts';
import { handleGetMarketMaker, handleListMarketMakers } from './look-at-market-makers.ts';
import { marketMakerCalls } from './market-makers.ts';
import { moneyCalls } from './move-money.ts';
import { handOrderCalls } from './orders-by-hand.ts';

/** Ring-fenced parts of the platform's exchange accounts. */
export const virtualAccountCalls: readonly Implementation[] = [
  handleCreateVirtualAccount,
  ...accountReads,
  ...moneyCalls,
  ...handOrderCalls,
  ...balancingBotCalls,
  ...marketMakerCalls,
  handleListMarketMakers,
  handleGetMarketMaker,
];
