import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { query } from '@tenbin/app-kit';
import { StopAll as AnyStopAll, StopReceipt } from '@tenbin/app-kit/staff';
import { countPlatformBots, getPlatformStop, listPlatformBots, stopBotsOfPlatform } from '@tenbin/contract';
import { useState } from 'react';
import { useText } from '../../app/text.ts';

/** The emergency stop of everything that trades, then its progress and its receipt. */
export function StopAll() {
  const text = useText('platform');
  const running = useQuery(query(countPlatformBots, { query: { isRunning: true } }));
  const [stopId, setStopId] = useState<string | null>(null);
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <AnyStopAll
        count={running.data?.count}
        stop={stopBotsOfPlatform}
        text={text}
        reads={[countPlatformBots, listPlatformBots]}
        onAsked={setStopId}
      />
      {stopId && <StopReceipt id={stopId} read={getPlatformStop} text={text} onClose={() => setStopId(null)} />}
    </Box>
  );
}
