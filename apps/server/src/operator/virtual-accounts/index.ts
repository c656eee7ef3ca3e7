import type { Implementation } from '../../route/implement.ts';
import { accountReads } from './account-reads.ts';
import { balancingBotCalls } from './balancing-bot.ts';
import { handleCreateVirtualAccount } from './create-account.ts';
import { handleGetMarketMaker, handleListMarketMakers } from './market-maker-reads.ts';
import { marketMakerCalls } from './market-makers.ts';
import { moveMoneyCalls } from './move-money.ts';
import { ordersByHandCalls } from './orders-by-hand.ts';

/** Ring-fenced parts of the platform's exchange accounts. */
export const virtualAccountCalls: readonly Implementation[] = [
  handleCreateVirtualAccount,
  ...accountReads,
  ...moveMoneyCalls,
  ...ordersByHandCalls,
  ...balancingBotCalls,
  ...marketMakerCalls,
  handleListMarketMakers,
  handleGetMarketMaker,
];
