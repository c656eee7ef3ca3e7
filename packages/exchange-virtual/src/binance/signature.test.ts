import { expect, test } from 'vitest';
import { callPayload, isSignedBy, restPayload, sign } from './signature.ts';

/** Binance's documented example: "SIGNED Endpoint Examples for POST /api/v3/order". */
const secret = 'NhqPtmdSJYdKjVHjA7PZj4Mge3R5YNiP1e3UZjInClVN65XAbvqqM6A7H5fATj0j';
const payload = 'symbol=LTCBTC&side=BUY&type=LIMIT&timeInForce=GTC&quantity=1&price=0.1&recvWindow=5000&timestamp=1499827319559';
const signature = 'c8db56825ae71d6d79447849e617115f4a920fa2acdcab2b053c4b2838bd6b71';

test('the documented example is signed as documented', () => {
  expect(sign(secret, payload)).toBe(signature);
  expect(isSignedBy(secret, payload, signature)).toBe(true);
  expect(isSignedBy(secret, payload, signature.toUpperCase())).toBe(true);
});

test('the documented example with query and body mixed has nothing between the two', () => {
  const query = 'symbol=LTCBTC&side=BUY&type=LIMIT&timeInForce=GTC';
  const body = 'quantity=1&price=0.1&recvWindow=5000&timestamp=1499827319559';
  expect(
    isSignedBy(
      secret,
      restPayload(query, `${body}&signature=0fd168b8`),
      '0fd168b8ddb4876a0358a8d14d0c9f3da0e9b20c5d52b2a00fcf7d1c602f9a77',
    ),
  ).toBe(true);
});

test('order and encoding stay as they were received', () => {
  expect(restPayload('b=2&signature=x&a=%20', '')).toBe('b=2&a=%20');
});

test('one changed character, or a signature of another length, is refused', () => {
  expect(isSignedBy(secret, `${payload}0`, signature)).toBe(false);
  expect(isSignedBy(secret, payload, signature.slice(1))).toBe(false);
  expect(isSignedBy(secret, payload, '')).toBe(false);
});

test('a call over the WebSocket API signs its parameters by name', () => {
  expect(callPayload({ timestamp: 5, signature: 'x', apiKey: 'k', recvWindow: 10 })).toBe('apiKey=k&recvWindow=10&timestamp=5');
});
