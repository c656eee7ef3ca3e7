import { expect, test } from 'vitest';
import { lowestFree } from './lowest-free.ts';

const screen = { height: 800, margin: 16 };
/** A message 300 wide and 50 high at the right. */
const box = { left: 900, right: 1200, top: 0, bottom: 50 };
const button = (top: number, left = 1000) => ({ left, right: left + 100, top, bottom: top + 40 });

test.each([
  ['at the lower edge, where nothing is', [], 16],
  ['at the lower edge beside what is elsewhere', [button(740, 100)], 16],
  ['above a button', [button(740)], 68],
  ['above two buttons that leave too little between them', [button(740), button(660)], 148],
  ['between two buttons with room between them', [button(740), button(640)], 68],
  ['at the lower edge, where all is full', [{ left: 0, right: 1200, top: 0, bottom: 800 }], 16],
])('stands %s', (_, inTheWay, above) => {
  expect(lowestFree(box, inTheWay, screen)).toBe(above);
});
