import { expect, test } from 'vitest';
import { toCsv } from './csv.ts';

const columns = [
  { head: 'pair', text: ({ pair }: { pair: string }) => pair },
  { head: 'amount', text: ({ amount }: { pair: string; amount: string }) => amount },
];

test('what would end a cell is quoted', () => {
  expect(toCsv(columns, [{ pair: 'a,b', amount: 'say "hi"' }])).toBe('\uFEFFpair,amount\r\n"a,b","say ""hi"""\r\n');
});

test('no text is run as a formula, and negative numbers stay numbers', () => {
  expect(toCsv(columns, [{ pair: '=HYPERLINK("x")', amount: '-0.5' }])).toContain(`"'=HYPERLINK(""x"")",-0.5`);
  expect(toCsv(columns, [{ pair: '@cmd', amount: '-cmd' }])).toContain("'@cmd,'-cmd");
});
