import { expect, test } from 'vitest';
import { fakeClock } from './fake-clock.ts';

test('a clock that stands still wakes in order, each at its own moment, and what falls due meanwhile too', () => {
  const clock = fakeClock(new Date(0));
  const woken: string[] = [];
  const note = (name: string) => woken.push(`${name} ${clock.now().getTime()}`);
  clock.after(200, () => note('late'));
  clock.after(100, () => {
    note('early');
    clock.after(50, () => note('from early'));
  });
  const takeBack = clock.after(120, () => note('never'));
  takeBack();
  clock.advance(99);
  expect(woken).toEqual([]);
  clock.advance(101);
  expect(woken).toEqual(['early 100', 'from early 150', 'late 200']);
  expect(clock.now()).toEqual(new Date(200));
});
