import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { type BrandKit, contrastPairs } from '@tenbin/brand';
import { CrossIcon, formatNumber, type Mode, Panel, SmallTable, YesIcon } from '@tenbin/ui';
import { useState } from 'react';
import { useText } from '../../app/text.ts';
import { Swatches } from './swatches.tsx';

/** Of those that pass, where fewer do not. */
const shownFirst = 6;

/** Which colours can be told apart, by the figures that the server goes by as well. */
export function ContrastTable({ theme, mode }: { readonly theme: BrandKit['theme']; readonly mode: Mode }) {
  const text = useText('brand');
  const [isWhole, showWhole] = useState(false);
  const pairs = contrastPairs(theme);
  // What fails first; never behind the button.
  const rows = pairs.filter((pair) => pair.mode === mode).toSorted((a, b) => Number(a.isEnough) - Number(b.isEnough));
  const weakIn = (one: Mode) => pairs.filter((pair) => pair.mode === one && !pair.isEnough).length;
  const few = Math.max(shownFirst, weakIn(mode));
  const figure = (value: number) => formatNumber(value, { digits: 2 });
  const nameOf = (front: string): string => {
    const [tone = '', place] = front.split('.');
    return place === undefined ? text(`colour_${tone as 'text'}`) : text('colour_series', { number: Number(place) + 1 });
  };
  return (
    <Panel title={text('contrast')}>
      <Box role="status" sx={{ fontSize: 14, mb: 1.5 }}>
        {(['light', 'dark'] as const).map((one) => (
          <Box key={one}>
            {text(one)}: {weakIn(one) === 0 ? text('allEnough') : text('someWeak', { count: weakIn(one) })}
          </Box>
        ))}
      </Box>
      <SmallTable
        label={text('contrastOf', { mode: text(mode) })}
        heads={[text('pair'), text('needed'), text('found'), text('result')]}
        lined
        stacked
        sx={{ '& tbody th:first-of-type': { whiteSpace: 'normal' } }}
        rows={rows.slice(0, isWhole ? rows.length : few).map(({ front, back, frontColour, backColour, found, needed, isEnough }) => ({
          key: `${front} ${back}`,
          cells: [
            <span key="pair">
              <Swatches colours={[frontColour, backColour]} /> {text('onGround', { front: nameOf(front), back: nameOf(back) })}
            </span>,
            text('atLeast', { needed: figure(needed) }),
            figure(found),
            <Box
              key="result"
              component="span"
              sx={{
                display: 'inline-flex',
                alignItems: 'center',
                gap: 0.5,
                color: isEnough ? 'success.main' : 'error.main',
                fontWeight: 600,
              }}
            >
              {isEnough ? <YesIcon aria-hidden sx={{ fontSize: 16 }} /> : <CrossIcon aria-hidden sx={{ fontSize: 16 }} />}
              {text(isEnough ? 'enough' : 'weak')}
            </Box>,
          ],
        }))}
      />
      {rows.length > few && (
        <Button size="small" aria-expanded={isWhole} onClick={() => showWhole(!isWhole)} sx={{ mt: 1 }}>
          {isWhole ? text('fewerPairs') : text('morePairs', { count: rows.length - few })}
        </Button>
      )}
    </Panel>
  );
}
