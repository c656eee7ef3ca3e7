import type { Mapped, PlatformBill } from '@tenbin/contract';
import { FactList, formatAmount, formatDay, formatYen, Panel, SmallTable } from '@tenbin/ui';
import { useText } from './text.ts';

/** An invoice, or what a draft of one comes to. */
export function BillView({ bill }: { readonly bill: Mapped<PlatformBill> }) {
  const text = useText('money');
  const { issuer, recipient, number, month, issuedAt, status, lines, taxes, total, usdRate } = bill;
  return (
    <Panel>
      <FactList
        label={text('billTitle')}
        sx={{ gap: 2, mb: 3, gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 200px), 1fr))' }}
        facts={[
          ...(recipient === null ? [] : [{ name: text('recipient'), value: recipient }]),
          ...(issuer === null
            ? []
            : [
                { name: text('issuer'), value: issuer.name, more: [issuer.address] },
                { name: text('registrationNumber'), value: issuer.registrationNumber },
              ]),
          { name: text('month'), value: month },
          ...(issuedAt === null ? [] : [{ name: text('issuedAt'), value: formatDay(issuedAt) }]),
          { name: text('status'), value: number === null ? text('draft') : text(`status_${status}`) },
          ...(usdRate === null
            ? []
            : [
                {
                  name: text('usdRate'),
                  value: text('usdRateOf', { rate: usdRate.yenPerUsd, source: usdRate.source, date: usdRate.date }),
                },
              ]),
        ]}
      />
      <SmallTable
        lined
        label={text('item')}
        heads={[text('item'), text('quantity'), text('unitPrice'), text('amount')]}
        rows={lines.map(({ what, name, count, unitPrice, amount }) => ({
          key: `${what} ${name}`,
          cells: [
            what === 'organizationPlan' || what === 'option' ? text(what, { name: name ?? '' }) : text(what),
            formatAmount(count),
            `¥${unitPrice}`,
            formatYen(amount),
          ],
        }))}
      />
      <FactList
        beside
        sx={{ gap: 0.5, mt: 3, justifyContent: 'end', '& dd': { textAlign: 'right', fontVariantNumeric: 'tabular-nums' } }}
        facts={[
          ...taxes.flatMap(({ rate, base, tax }) => [
            { name: text('base', { rate }), value: formatYen(base) },
            { name: text('tax', { rate }), value: formatYen(tax) },
          ]),
          { name: text('withTax'), value: <strong>{formatYen(total)}</strong> },
        ]}
      />
    </Panel>
  );
}
