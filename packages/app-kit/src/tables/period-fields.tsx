import { Field } from '@tenbin/ui';
import { useKitText } from '../words/text.ts';

interface PeriodFieldsProps {
  /** Days; empty where none is chosen. */
  readonly from: string;
  readonly to: string;
  readonly onChange: (part: { readonly from?: string | undefined } | { readonly to?: string | undefined }) => void;
}

/** From one day to another. */
export function PeriodFields({ from, to, onChange }: PeriodFieldsProps) {
  const text = useKitText('kit');
  // As browsers let one type what they would not offer.
  const isReversed = from !== '' && to !== '' && to < from;
  return (
    <>
      <Field
        size="small"
        type="date"
        label={text('from')}
        value={from}
        inputProps={{ max: to || undefined }}
        onChange={(event) => onChange({ from: event.target.value || undefined })}
      />
      <Field
        size="small"
        type="date"
        label={text('to')}
        value={to}
        inputProps={{ min: from || undefined }}
        {...(isReversed && { problem: text('periodReversed') })}
        onChange={(event) => onChange({ to: event.target.value || undefined })}
      />
    </>
  );
}
