import { chartRoom } from '@tenbin/ui';

type Room = ReturnType<typeof chartRoom>;

/** Pixels of a chart's panel around its content: borders, padding, and a title with a choice beside it. */
const frame = 90;

export const priceHeight = 300;
export const priceRoom = chartRoom(priceHeight);

export const transitionHeight = 260;
export const transitionRoom = chartRoom(transitionHeight);
/** The line of the initial balances below the chart, and its distance. */
export const initialRoom: Room = { xs: 45, sm: 22 };
export const initialGap = 12;
export const transitionPanelHeight: Room = {
  xs: transitionRoom.xs + initialGap + initialRoom.xs + frame,
  sm: transitionRoom.sm + initialGap + initialRoom.sm + frame,
};
