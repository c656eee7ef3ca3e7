import Slider from '@mui/material/Slider';
import { formatWidth, percent } from '@tenbin/ui';
import { useText } from '../app/text.ts';
import { placeOf, sliderScale, type WidthBounds, widthAt } from './width.ts';

interface WidthSliderProps {
  /** Percent; null while what is typed is none. */
  readonly width: number | null;
  readonly bounds: WidthBounds | null;
  readonly onWidth: (width: number) => void;
}

/** The order width, with finer steps where widths are narrow. */
export function WidthSlider({ width, bounds, onWidth }: WidthSliderProps) {
  const text = useText('setup');
  const scale = sliderScale(bounds);
  return (
    <Slider
      aria-label={text('width')}
      min={0}
      max={1000}
      step={5}
      disabled={bounds?.minimum === null}
      value={placeOf(width ?? scale.least, scale)}
      getAriaValueText={(place) => percent(formatWidth(widthAt(place, scale)))}
      onChange={(_, place) => onWidth(widthAt(Number(place), scale))}
    />
  );
}
