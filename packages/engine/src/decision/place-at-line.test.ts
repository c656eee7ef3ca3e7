import { describe, expect, test } from 'vitest';
import { expectBooksToAgree } from '../testing/books.ts';
import { TradingDesk } from '../testing/trading-desk.ts';

const isSell = ({ pair, side }: { readonly pair: string; readonly side: string }) => pair === 'BTC/USDT' && side === 'sell';
const isBuy = ({ pair, side }: { readonly pair: string; readonly side: string }) => pair === 'BTC/USDT' && side === 'buy';

/** A bot whose sell on BTC/USDT is wanted at 60600. */
async function begun(): Promise<TradingDesk> {
  const desk = new TradingDesk({ postOnly: false });
  await desk.start();
  return desk;
}
const sold = (desk: TradingDesk) => desk.exchange.open.find(isSell);

describe('an order that would be more than 5 % worse than the price', () => {
  test('is placed at 5 %, with the same amount, and marked; a buy alike', async () => {
    const desk = await begun();
    const before = sold(desk);
    desk.exchange.show('BTC/USDT', { bid: '70000' });
    await desk.wait(20_000);
    expect(sold(desk)).toMatchObject({ price: '66500', amount: before?.amount });
    expect(desk.bot.state.orders.find((order) => isSell(order) && order.state === 'open')).toMatchObject({
      isEvening: true,
      marketPrice: '70000',
    });
    expect(desk.journal.kinds).toContain('atPriceLine');
    desk.exchange.show('BTC/USDT', { bid: '50000' });
    await desk.wait(20_000);
    expect(desk.exchange.open.find(isBuy)?.price).toBe('52500');
    expect(sold(desk)?.price).toBe('60600');
    expectBooksToAgree(desk);
  });

  test('is not moved at every tick: only when the line is a percent away', async () => {
    const desk = await begun();
    desk.exchange.show('BTC/USDT', { bid: '70000' });
    await desk.wait(20_000);
    const sent = desk.exchange.sent.size;
    for (let step = 0; step < 40; step += 1) {
      desk.exchange.show('BTC/USDT', { bid: String(70_000 + 400 * Math.sin(step)) });
      await desk.wait(5_000);
    }
    expect(desk.exchange.sent.size).toBe(sent);
    desk.exchange.show('BTC/USDT', { bid: '73000' });
    await desk.wait(20_000);
    expect(desk.exchange.sent.size).toBe(sent + 1);
    expect(sold(desk)?.price).toBe('69350');
  });

  test('does not follow a price that it has made itself as the head of the book', async () => {
    const desk = await begun();
    desk.exchange.show('BTC/USDT', { bid: '70000' });
    await desk.wait(20_000);
    const sent = desk.exchange.sent.size;
    desk.exchange.show('BTC/USDT', { bid: '66490', ask: '66500' });
    await desk.wait(60_000);
    expect([sold(desk)?.price, desk.exchange.sent.size]).toEqual(['66500', sent]);
  });

  test('goes back to where it is wanted when the price does', async () => {
    const desk = await begun();
    desk.exchange.show('BTC/USDT', { bid: '70000' });
    await desk.wait(20_000);
    desk.exchange.show('BTC/USDT', { bid: '60000' });
    await desk.wait(20_000);
    expect(sold(desk)?.price).toBe('60600');
    expect(desk.bot.state.orders.find((order) => isSell(order) && order.state === 'open')?.isEvening).toBe(false);
  });

  test('fills again and again until the bot is even with the price', async () => {
    const desk = await begun();
    for (let trades = 0; trades < 40; trades += 1) {
      desk.exchange.show('BTC/USDT', { bid: '70000' });
      await desk.wait(5_000);
      const order = sold(desk);
      if (!order || Number(order.price) > 70_000) break;
      desk.exchange.trade([order]);
    }
    await desk.wait(20_000);
    expect(Number(sold(desk)?.price)).toBeGreaterThan(70_000);
    expectBooksToAgree(desk);
  });
});
