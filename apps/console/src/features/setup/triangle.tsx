import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import { parsePair } from '@tenbin/market';
import { useText } from '../../app/text.ts';
import type { Combination } from '../../bots/combinations.ts';

const corners = [
  { x: 110, y: 30 },
  { x: 195, y: 165 },
  { x: 25, y: 165 },
] as const;

interface TriangleProps {
  readonly combination: Combination;
  readonly chosen: readonly string[];
  /** Without it the triangle is only a picture. */
  readonly onToggle?: (pair: string) => void;
}

/** Three currencies and the pairs between them; a click on a side takes its pair in or out. The list below it does the same by keyboard. */
export function Triangle({ combination, chosen, onToggle }: TriangleProps) {
  const text = useText('setup');
  const { palette } = useTheme();
  const { currencies, pairs } = combination;
  const cornerOf = (currency: string) => corners[currencies.indexOf(currency)] ?? corners[0];
  return (
    <Box
      component="svg"
      viewBox="-3 0 226 196"
      role="img"
      aria-label={text('triangle', { currencies: currencies.join(', ') })}
      sx={{ width: '100%', maxWidth: 300, display: 'block', mx: 'auto' }}
    >
      {pairs.map((pair) => {
        const { base, counter } = parsePair(pair);
        const [from, to] = [cornerOf(base), cornerOf(counter)];
        const taken = chosen.includes(pair);
        const line = { x1: from.x, y1: from.y, x2: to.x, y2: to.y };
        return (
          // biome-ignore lint/a11y/noStaticElementInteractions: the list of pairs beside it does the same by keyboard
          <g key={pair} onClick={() => onToggle?.(pair)} style={{ cursor: onToggle ? 'pointer' : 'default' }}>
            <line {...line} stroke="transparent" strokeWidth="30" />
            <line
              {...line}
              stroke={taken ? palette.primary.main : palette.text.secondary}
              strokeOpacity={taken ? 1 : 0.6}
              strokeWidth={taken ? 3 : 1.5}
              strokeDasharray={taken ? undefined : '4 5'}
            />
          </g>
        );
      })}
      {currencies.map((currency) => {
        const { x, y } = cornerOf(currency);
        return (
          <g key={currency} pointerEvents="none">
            <circle cx={x} cy={y} r="25" fill={palette.background.paper} stroke={palette.primary.main} strokeWidth="1.5" />
            <text x={x} y={y + 5} textAnchor="middle" fontSize={currency.length > 4 ? 11 : 13} fontWeight="650" fill={palette.text.primary}>
              {currency}
            </text>
          </g>
        );
      })}
    </Box>
  );
}
