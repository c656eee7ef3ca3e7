import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { expect, test } from 'vitest';
import { bytesOf, type CsvOptions, csvOf } from './csv.ts';

const columns = { at: 'time', name: 'text', price: 'number' } as const;
type Row = Readonly<Record<keyof typeof columns, string | number | Date | null>>;
const row = (given: Partial<Row>): Row => ({ at: null, name: null, price: null, ...given });

async function written(rows: readonly Row[], options: Partial<CsvOptions> = {}): Promise<string> {
  async function* pages() {
    yield rows;
  }
  let text = '';
  for await (const part of csvOf(columns, pages(), { timeZone: 'Asia/Tokyo', ...options })) text += part;
  return text;
}
const cell = async (given: Partial<Row>, options?: Partial<CsvOptions>) => (await written([row(given)], options)).split('\r\n')[1];

test('a table begins with its names and ends each line as RFC 4180 says', async () => {
  expect(await written([row({ at: new Date('2026-01-31T15:00:00Z'), name: 'a', price: '0.1' }), row({ price: -2 })])).toBe(
    'at,name,price\r\n2026-02-01T00:00:00.000+09:00,a,0.1\r\n,,-2\r\n',
  );
});

test.each([
  ['a, b', '"a, b"'],
  ['say "so"', '"say ""so"""'],
  ['two\nlines', '"two\nlines"'],
])('%j is quoted', async (name, quoted) => {
  expect(await cell({ name })).toBe(`,${quoted},`);
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '＝1', '＋1', '－1', '＠x', '\tx', '\0x'])(
  'the text %j is no formula to any spreadsheet',
  async (name) => {
    expect(await cell({ name })).toBe(`,'${name},`);
  },
);

test('a number stays one, and what stands in its column without being one is a text', async () => {
  expect(await cell({ price: '-0.00000001' })).toBe(',,-0.00000001');
  expect(await cell({ price: '=1' })).toBe(",,'=1");
});

test('a spreadsheet gets a byte order mark and the times of a time zone, which their heading names', async () => {
  const at = new Date('2026-01-31T15:00:00Z');
  expect(await written([], { excel: true })).toBe('\u{feff}at (Asia/Tokyo),name,price\r\n');
  expect(await cell({ at }, { excel: true })).toBe('2026-02-01 00:00:00,,');
  expect(await cell({ at }, { excel: true, timeZone: 'America/New_York' })).toBe('2026-01-31 10:00:00,,');
});

test('a time says how far ahead of UTC its clock was, on both sides of a change of the clocks', async () => {
  const [before, after] = ['2026-03-08T06:59:59.999Z', '2026-03-08T07:00:00Z'].map((at) => row({ at: new Date(at) }));
  const lines = (await written([before, after] as Row[], { timeZone: 'America/New_York' })).split('\r\n');
  expect(lines.slice(1, 3)).toEqual(['2026-03-08T01:59:59.999-05:00,,', '2026-03-08T03:00:00.000-04:00,,']);
  expect(await cell({ at: new Date('2026-01-31T15:00:00Z') }, { timeZone: 'UTC' })).toBe('2026-01-31T15:00:00.000Z,,');
  expect(await cell({ at: new Date('2026-01-31T15:00:00Z') }, { timeZone: 'Asia/Kathmandu' })).toBe('2026-01-31T20:45:00.000+05:45,,');
});

test('of 200,000 rows no more than three pages are ever on their way, however slowly they are read', async () => {
  const [all, page] = [200_000, 500];
  let read = 0;
  let taken = 0;
  let most = 0;
  async function* pages() {
    while (read < all) {
      read += page;
      yield Array.from({ length: page }, () => row({ name: 'x'.repeat(150), price: 1 }));
    }
  }
  const slow = new Writable({
    highWaterMark: 1,
    write(bytes: Buffer, _encoding, done) {
      most = Math.max(most, read - taken);
      taken += bytes.toString().split('\r\n').length - 1;
      setImmediate(done);
    },
  });
  await pipeline(bytesOf(csvOf(columns, pages(), { timeZone: 'UTC' })), slow);
  expect([read, taken - 1]).toEqual([all, all]);
  expect(most).toBeLessThanOrEqual(3 * page);
});
