import { describeConformance } from '@tenbin/exchange/conformance';
import { openVirtualSubject } from './virtual-subject.ts';

for (const ccxtId of ['binance', 'okx'] as const)
  describeConformance(`ccxt on the virtual exchange in memory, as ${ccxtId}`, () =>
    openVirtualSubject({ orderDeadlineMs: 3000 }, { ccxtId, over: 'memory' }),
  );
