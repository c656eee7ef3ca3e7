import { expect } from 'vitest';

/** Within one of the last decimal that is told. */
export function expectNear(text: string | number, value: number, { decimals, what }: { decimals: number; what: string }): void {
  expect(Math.abs(Number(text) - value), `${what}: ${text} is told, ${value} was made`).toBeLessThan(1.5 * 10 ** -decimals);
}
