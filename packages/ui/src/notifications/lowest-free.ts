/** A rectangle on the screen, in pixels from its upper left corner. */
export interface Place {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

interface Screen {
  readonly height: number;
  /** Kept free above and below, and between two things. */
  readonly margin: number;
}

/**
 * How far above the screen's lower edge something may stand: as low as it covers none of what is in the way. Where there is
 * no such place, at the lower edge.
 *
 * @param box - where it is now; only its width and height count
 */
export function lowestFree(box: Place, inTheWay: readonly Place[], { height, margin }: Screen): number {
  const tall = box.bottom - box.top;
  const beside = inTheWay.filter(({ left, right }) => left < box.right && right > box.left);
  const isFree = (above: number) => {
    const [top, bottom] = [height - above - tall, height - above];
    return top >= margin && beside.every((one) => one.bottom <= top || one.top >= bottom);
  };
  const candidates = [margin, ...beside.map(({ top }) => height - top + margin / 2).filter((above) => above > margin)];
  return candidates.sort((a, b) => a - b).find(isFree) ?? margin;
}
