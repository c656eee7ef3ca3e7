/** A width's place on an axis whose steps are finer where widths are narrow, and back. */
export interface Scale {
  of(width: number): number;
  /** The width at a place, rounded as widths are typed; inside of the span. */
  at(place: number): number;
}

/** @param span - first and last width, percent; @param places - where they stand, pixels */
export function scaleOf([first, last]: readonly [number, number], [from, to]: readonly [number, number]): Scale {
  const stretch = Math.log(last / first);
  return {
    of: (width) => from + (Math.log(width / first) / stretch) * (to - from),
    at: (place) => {
      const width = first * Math.exp((stretch * (Math.min(to, Math.max(from, place)) - from)) / (to - from));
      return rounded(Math.min(last, Math.max(first, width)));
    },
  };
}

/** Two decimals below 10 %, one above. */
const rounded = (width: number): number => {
  const digits = width < 10 ? 100 : 10;
  return Math.max(0.01, Math.round(width * digits) / digits);
};

const roundWidths = [0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50];
const fewestTicks = 3;

/** Round widths to write under the axis. */
export function ticksOf([first, last]: readonly [number, number]): number[] {
  const found = roundWidths.filter((width) => width >= first && width <= last);
  return found.length >= fewestTicks ? found : [first, Math.sqrt(first * last), last].map(rounded);
}

/** @returns so many widths from the first to the last, each about the same factor from the one before, to three digits: as one types them */
export function widthsAcross([first, last]: readonly [number, number], count: number): number[] {
  const widths = Array.from({ length: count }, (_, index) => first * (last / first) ** (index / (count - 1)));
  return widths.map((width) => Number(width.toPrecision(3)));
}
