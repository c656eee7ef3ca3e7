import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import Tooltip from '@mui/material/Tooltip';
import { useEffect, useRef } from 'react';
import { decimals, formatNumber, percent, unknownFigure, unknownRate } from '../format/numbers.ts';

interface FigureProps {
  /** Null where it is not known: then `reason` says why. */
  readonly value: number | null | undefined;
  readonly digits: number;
  readonly unit?: string;
  /** Percent, in place of a unit. */
  readonly share?: boolean;
  /** A + before gains, and the colours of gain and loss. */
  readonly change?: boolean;
  readonly reason?: string;
  /** What stands for an unknown figure. */
  readonly blank?: string;
  readonly size?: 'inherit' | 'large';
}

/** Characters of a large figure, from which on it is drawn smaller: it must stay within its card. */
const longText = 11;

/** A number with its unit in a smaller tone. It changes in place, with a short fade. */
export function Figure({
  value,
  digits,
  unit,
  share = false,
  change = false,
  reason,
  blank = unknownFigure,
  size = 'inherit',
}: FigureProps) {
  const { tones } = useTheme();
  const known = value !== null && value !== undefined && Number.isFinite(value);
  const text = known ? formatNumber(value, { digits, sign: change ? 'always' : 'auto' }) : blank;
  const changed = useChanged(text);
  const tone = !change || !known || Number(value.toFixed(digits)) === 0 ? 'inherit' : value > 0 ? tones.gain : tones.loss;
  const figure = (
    <Box
      component="span"
      tabIndex={known || !reason ? undefined : 0}
      sx={{
        color: tone,
        ...(size === 'large'
          ? { fontSize: text.length > longText ? 20 : 28, lineHeight: 1.3, fontWeight: 600, letterSpacing: '-0.01em' }
          : { whiteSpace: 'nowrap' }),
      }}
    >
      <Box
        component="span"
        key={text}
        sx={{ whiteSpace: 'nowrap', ...(changed && { animation: 'figure-changed 0.9s ease-out', borderRadius: 0.5 }) }}
      >
        {text}
      </Box>
      {known && <Unit unit={unit} share={share} tone={change ? 'inherit' : 'text.secondary'} />}
    </Box>
  );
  return known || !reason ? figure : <Tooltip title={reason}>{figure}</Tooltip>;
}

function Unit({ unit, share, tone }: { unit: string | undefined; share: boolean; tone: string }) {
  if (!unit && !share) return null;
  return (
    <Box
      component="span"
      sx={{ ml: share ? 0 : 0.5, display: 'inline-block', fontSize: 14, fontWeight: 400, letterSpacing: 0, color: tone }}
    >
      {share ? percent('') : unit}
    </Box>
  );
}

/** Percent in a year; '-' where it cannot be told. */
export const AnnualRate = (props: Pick<FigureProps, 'value' | 'reason' | 'size'>) => (
  <Figure {...props} share digits={decimals.rate} blank={unknownRate} />
);

/** True from the second text on. */
function useChanged(text: string): boolean {
  const first = useRef(text);
  const changed = useRef(false);
  if (text !== first.current) changed.current = true;
  useEffect(() => {
    first.current = text;
  }, [text]);
  return changed.current;
}
