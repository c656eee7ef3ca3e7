import { describeConformance } from '@tenbin/exchange/conformance';
import { dialectNames } from '@tenbin/exchange-virtual';
import { openVirtualSubject } from './virtual-subject.ts';

for (const ccxtId of dialectNames)
  describeConformance(`ccxt on the virtual exchange in memory, as ${ccxtId}`, () =>
    openVirtualSubject({ orderDeadlineMs: 3000 }, { ccxtId, over: 'memory' }),
  );
