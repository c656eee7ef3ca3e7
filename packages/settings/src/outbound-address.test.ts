import { expect, test } from 'vitest';
import { readOutboundAddress } from './outbound-address.ts';
import { SettingsReader } from './settings-reader.ts';

const read = (OUTBOUND_ADDRESS?: string) => {
  const reader = new SettingsReader({ OUTBOUND_ADDRESS });
  return { ...readOutboundAddress(reader), finish: () => reader.finish() };
};

test('a name says who shares an address, and one of this machine’s addresses is also called from', () => {
  expect(read()).toMatchObject({ callsFrom: null, localAddress: null });
  expect(read('workers')).toMatchObject({ callsFrom: 'workers', localAddress: null });
  const own = read('127.0.0.2');
  expect(own).toMatchObject({ callsFrom: '127.0.0.2', localAddress: '127.0.0.2' });
  own.finish();
});

test('an address that this machine does not have is a mistake', () => {
  expect(read('192.0.2.7').finish).toThrow(/OUTBOUND_ADDRESS is an address that this machine does not have: 192\.0\.2\.7/);
});
