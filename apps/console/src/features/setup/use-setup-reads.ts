import { useQuery } from '@tanstack/react-query';
import { query, useClient } from '@tenbin/app-kit';
import type { BotView } from '@tenbin/bot-views';
import {
  type Exchange,
  getMinimumOrderWidth,
  getSuggestedBalanceByBody,
  getTradingFees,
  type Mapped,
  validateAutoRebalanceConfig,
} from '@tenbin/contract';
import { coversThree } from '../../bots/combinations.ts';
import { keyOfDraft, type SetupDraft } from './draft.ts';

/** What step 3 shows about the account: suggested balances, the widths that they allow, and what it pays for a trade. */
export function useSetupReads(draft: SetupDraft, bot: BotView | null, exchange: Mapped<Exchange> | undefined, wanted: boolean) {
  const client = useClient();
  const ownKey = keyOfDraft(draft, exchange?.requiresPassphrase ?? false);
  // The secret stays out of it: a key and its last characters tell accounts apart.
  const account = draft.accountId || draft.apiKey;
  const pairs = [...draft.pairs];
  const ready = wanted && exchange !== undefined && coversThree(pairs) && (ownKey !== null || bot !== null);
  const suggested = useQuery({
    queryKey: ['suggested balance', exchange?.id, bot?.id, account, pairs],
    enabled: ready,
    queryFn: ({ signal }) =>
      client.call(
        getSuggestedBalanceByBody,
        { params: { id: exchange?.id ?? '' }, body: { pairs, ...(ownKey ?? { botId: bot?.id }) } },
        { signal },
      ),
  });
  const { postOnly } = draft;
  const fees = useQuery({
    queryKey: ['fees', exchange?.id, bot?.id, account, pairs, postOnly],
    enabled: ready,
    queryFn: ({ signal }) =>
      client.call(
        getTradingFees,
        { params: { id: exchange?.id ?? '' }, body: { pairs, postOnly, ...(ownKey ?? { botId: bot?.id }) } },
        { signal },
      ),
  });
  const balance = Object.fromEntries(suggested.data?.map(({ currency, walletBalance }) => [currency, walletBalance]) ?? []);
  const { autoRebalance } = draft;
  const rebalancedBalance = Object.fromEntries(suggested.data?.map((row) => [row.currency, row.rebalancedBalance]) ?? []);
  const exchangeId = exchange?.id ?? '';
  const range = useQuery({
    ...query(getMinimumOrderWidth, {
      params: { exchangeId },
      query: { pairs: pairs.join(','), balance, ...(autoRebalance && { isAutoRebalanceOrganization: true, rebalancedBalance }) },
    }),
    enabled: ready && suggested.data !== undefined,
  });
  const rebalance = useQuery({
    ...query(validateAutoRebalanceConfig, { body: { config: { exchangeId, pairs, balance } } }),
    enabled: ready && autoRebalance && suggested.data !== undefined,
  });
  return { suggested, range, rebalance, fees };
}
