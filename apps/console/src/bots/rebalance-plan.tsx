import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { useClient } from '@tenbin/app-kit';
import type { BotView } from '@tenbin/bot-views';
import { getSuggestedBalanceByBody, validateAutoRebalanceConfig } from '@tenbin/contract';
import { RebalancePreview } from './rebalance-preview.tsx';

/** What a bot's rebalance would do and cost with what the wallet holds now. */
export function RebalancePlan({ bot: { id: botId, exchange, pairs } }: { bot: BotView }) {
  const client = useClient();
  const preview = useQuery({
    queryKey: ['rebalance plan', botId],
    queryFn: async ({ signal }) => {
      const about = { params: { id: exchange.id }, body: { pairs: [...pairs], botId } };
      const wallet = await client.call(getSuggestedBalanceByBody, about, { signal });
      const balance = Object.fromEntries(wallet.map(({ currency, walletBalance }) => [currency, walletBalance]));
      const config = { exchangeId: exchange.id, pairs: [...pairs], balance };
      return client.call(validateAutoRebalanceConfig, { body: { config } }, { signal });
    },
  });
  return (
    <Box sx={{ mt: 2, minHeight: 96 }}>
      <RebalancePreview preview={preview} />
    </Box>
  );
}
