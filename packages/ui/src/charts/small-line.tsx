import Box from '@mui/material/Box';

/** A line without axes beside a figure. Decoration: the figure says what matters. Draws nothing below two points. */
export function SmallLine({ values, height = 36 }: { values: readonly (number | null)[]; height?: number }) {
  const known = values.flatMap((value, index) => (value === null || !Number.isFinite(value) ? [] : [[index, value] as const]));
  const low = Math.min(...known.map(([, value]) => value));
  const span = Math.max(...known.map(([, value]) => value)) - low;
  const last = values.length - 1;
  const points = known.map(([index, value]) => {
    const y = span === 0 ? 16 : 30 - ((value - low) / span) * 28;
    return `${((index / Math.max(1, last)) * 100).toFixed(2)},${y.toFixed(2)}`;
  });
  return (
    <Box aria-hidden sx={{ height, color: 'primary.main' }}>
      {points.length >= 2 && (
        <svg viewBox="0 0 100 32" preserveAspectRatio="none" width="100%" height="100%" role="presentation">
          <polygon
            points={`${points[0]?.split(',')[0]},32 ${points.join(' ')} ${points.at(-1)?.split(',')[0]},32`}
            fill="currentColor"
            opacity="0.08"
          />
          <polyline
            points={points.join(' ')}
            fill="none"
            stroke="currentColor"
            strokeWidth="1.5"
            vectorEffect="non-scaling-stroke"
            strokeLinejoin="round"
          />
        </svg>
      )}
    </Box>
  );
}
