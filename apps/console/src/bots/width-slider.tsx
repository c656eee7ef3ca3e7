import Box from '@mui/material/Box';
import Slider from '@mui/material/Slider';
import { formatWidth, percent } from '@tenbin/ui';
import { useText } from '../app/text.ts';
import { marksOf, placeOf, sliderScale, type WidthBounds, widthAt } from './width.ts';

interface WidthSliderProps {
  /** Percent; null while what is typed is none. */
  readonly width: number | null;
  readonly bounds: WidthBounds | null;
  /** Percent: the width at which a trade earns its fee alone; null while it is not known. */
  readonly breakEven: number | null;
  readonly onWidth: (width: number) => void;
}

/** The order width, with finer steps where widths are narrow; with its range and where nothing is earned. */
export function WidthSlider({ width, bounds, breakEven, onWidth }: WidthSliderProps) {
  const text = useText('setup');
  const scale = sliderScale(bounds, breakEven);
  const marks = marksOf(bounds, breakEven, scale).map((mark) => ({
    value: placeOf(mark.width, scale),
    label: !mark.isBare && (
      <Box component="span" sx={{ display: 'grid', textAlign: 'center', fontSize: 12, lineHeight: 1.3 }}>
        {percent(formatWidth(mark.width))}
        {mark.says && <span>{text(`mark${mark.says}`)}</span>}
      </Box>
    ),
  }));
  return (
    <Slider
      aria-label={text('width')}
      min={0}
      max={1000}
      step={5}
      marks={marks}
      // What is told is the width, not its place.
      scale={(place) => widthAt(place, scale)}
      disabled={bounds?.minimum === null}
      value={placeOf(width ?? scale.least, scale)}
      getAriaValueText={(told) => percent(formatWidth(told))}
      onChange={(_, place) => onWidth(Math.max(bounds?.minimum ?? 0, widthAt(Number(place), scale)))}
      sx={{ mb: 4.5 }}
    />
  );
}
