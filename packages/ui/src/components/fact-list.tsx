import Box from '@mui/material/Box';
import type { SxProps, Theme } from '@mui/material/styles';
import type { ReactNode } from 'react';

interface FactListProps {
  readonly label?: string;
  readonly facts: readonly {
    /** Where several may have one name. */
    readonly id?: string;
    readonly name: string;
    readonly value: ReactNode;
    /** Beside the name: the way to what it means. Takes no height of its own. */
    readonly help?: ReactNode;
    /** Below or beside the value. */
    readonly more?: readonly ReactNode[];
  }[];
  /** The name beside its value, rather than above it. */
  readonly beside?: boolean;
  readonly sx?: SxProps<Theme>;
}

/** Names and what they stand for. How many are side by side is the caller's to say. */
export function FactList({ label, facts, beside = false, sx }: FactListProps) {
  return (
    <Box
      component="dl"
      aria-label={label}
      sx={[
        {
          m: 0,
          display: 'grid',
          fontSize: 14,
          '& > div': beside ? { display: 'contents' } : { minWidth: 0 },
          '& dt': { color: 'text.secondary' },
          '& dd': { m: 0 },
          ...(beside && { gridTemplateColumns: 'fit-content(45%) minmax(0, 1fr)', columnGap: { xs: 2, sm: 3 } }),
        },
        ...(Array.isArray(sx) ? sx : [sx]),
      ]}
    >
      {facts.map(({ name, id = name, value, help, more = [] }) => (
        <div key={id}>
          <dt>
            {name}
            {help && (
              <Box component="span" sx={{ display: 'inline-flex', my: -0.75, verticalAlign: 'middle' }}>
                {help}
              </Box>
            )}
          </dt>
          {[value, ...more].map((one, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: what is told of a fact keeps its place
            <dd key={place}>{one}</dd>
          ))}
        </div>
      ))}
    </Box>
  );
}
