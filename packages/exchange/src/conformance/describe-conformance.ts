import { afterAll, afterEach, beforeAll, describe } from 'vitest';
import { accountTests } from './accounts.ts';
import { fillTests } from './fills.ts';
import { marketTests } from './markets.ts';
import { orderTests } from './orders.ts';
import { refusalTests } from './refusals.ts';
import { Scene } from './scene.ts';
import { streamTests } from './streams.ts';
import type { MakeSubject } from './subject.ts';
import { unknownOutcomeTests } from './unknown-outcomes.ts';

/**
 * What every adapter of the exchange port must do, as tests. A capability that an exchange lacks skips its tests.
 *
 * ```ts
 * describeConformance('ccxt binance', makeSubjectOnTheVirtualExchange);
 * ```
 */
export function describeConformance(name: string, makeSubject: MakeSubject): void {
  describe(`${name} keeps to the exchange port`, () => {
    let scene: Scene;
    beforeAll(async () => {
      scene = await Scene.open(makeSubject);
    });
    afterEach(() => scene.leave());
    afterAll(() => scene.subject.close());

    const current = () => scene;
    describe('markets', () => marketTests(current));
    describe('accounts', () => accountTests(current));
    describe('orders', () => orderTests(current));
    describe('refusals', () => refusalTests(current));
    describe('fills', () => fillTests(current));
    describe('streams', () => streamTests(current));
    describe('unknown outcomes', () => unknownOutcomeTests(current));
  });
}
