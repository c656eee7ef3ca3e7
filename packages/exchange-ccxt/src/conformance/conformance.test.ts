import { describeConformance } from '@tenbin/exchange/conformance';
import { openVirtualSubject } from './virtual-subject.ts';

describeConformance('ccxt on the virtual exchange', () => openVirtualSubject({ orderDeadlineMs: 3000 }));

describeConformance('ccxt on the virtual exchange, polled', () =>
  openVirtualSubject({ orderDeadlineMs: 3000, privateStream: false, pollEveryMs: 100 }),
);
