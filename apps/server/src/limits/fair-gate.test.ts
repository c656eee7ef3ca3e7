import { expect, test } from 'vitest';
import { FairGate } from './fair-gate.ts';
import type { Asker } from './places.ts';

const [flood, neighbour, other]: readonly Asker[] = [
  { organizationId: 'a', userId: 'flood' },
  { organizationId: 'a', userId: 'neighbour' },
  { organizationId: 'b', userId: 'other' },
];

/** A gate behind which everybody waits until `open`. */
function closedGate(width: number) {
  const gate = new FairGate(width);
  const holding = Promise.withResolvers<void>();
  const order: string[] = [];
  const all: Promise<unknown>[] = Array.from({ length: width }, () => gate.pass(flood as Asker, () => holding.promise));
  return {
    order,
    ask(asker: Asker | undefined, name: string, signal?: AbortSignal) {
      const passing = gate.pass(asker as Asker, async () => void order.push(name), signal);
      all.push(passing.catch(() => undefined));
      return passing;
    },
    async open() {
      holding.resolve();
      await Promise.all(all);
    },
  };
}

test.each([1, 3])('who asks once is served before whoever asks often, %i at a time', async (width) => {
  const { ask, open, order } = closedGate(width);
  for (const name of ['f1', 'f2', 'f3', 'f4']) void ask(flood, name);
  void ask(neighbour, 'neighbour');
  void ask(other, 'other');
  await open();
  expect(order).toEqual(['other', 'neighbour', 'f1', 'f2', 'f3', 'f4']);
});

test('two organizations take turns, whatever each sends', async () => {
  const { ask, open, order } = closedGate(1);
  for (const name of ['f1', 'f2', 'f3']) void ask(flood, name);
  for (const name of ['o1', 'o2']) void ask(other, name);
  void ask(neighbour, 'n1');
  await open();
  expect(order).toEqual(['o1', 'n1', 'o2', 'f1', 'f2', 'f3']);
});

test('whoever gives up leaves their turn to the next', async () => {
  const { ask, open, order } = closedGate(1);
  const impatient = new AbortController();
  const given = ask(other, 'given up', impatient.signal);
  void ask(flood, 'next');
  impatient.abort(new Error('gone'));
  await expect(given).rejects.toThrow('gone');
  await expect(ask(other, 'late', AbortSignal.abort(new Error('gone before')))).rejects.toThrow('gone before');
  await open();
  expect(order).toEqual(['next']);
});

test('what fails gives its place back', async () => {
  const gate = new FairGate(1);
  await expect(gate.pass(flood as Asker, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  expect(await gate.pass(other as Asker, async () => 'served')).toBe('served');
});
