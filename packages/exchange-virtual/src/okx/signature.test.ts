import { expect, test } from 'vitest';
import { isSignedBy, loginPayload, restPayload, sign } from './signature.ts';

/** The signatures were made with `openssl dgst -sha256 -hmac … -binary | base64`. */
const secret = '22582BD0CFF14C41EDBF1AB98506286D';
const timestamp = '2020-12-08T09:08:57.715Z';
const balance = { timestamp, method: 'GET', path: '/api/v5/account/balance', query: 'ccy=BTC', body: '' };
const cancelling = {
  timestamp,
  method: 'POST',
  path: '/api/v5/trade/cancel-order',
  query: '',
  body: '{"instId":"BTC-USDT","ordId":"2510789768709120"}',
};

test('a request signs time stamp, method, path with its query, and body', () => {
  expect(sign(secret, restPayload(balance))).toBe('HiZhvSfMtWJA3uUIVXV3a/bSXNPCWvYFXoGCVS8V4zY=');
  expect(sign(secret, restPayload(cancelling))).toBe('pRA6LEmTctJZn5QwhHzZKQUogoJcDp0zdo0DPKxC+y0=');
});

test('a login signs a path that does not exist', () => {
  expect(sign(secret, loginPayload('1597026383'))).toBe('5rVufOua76njaoVHxRy02alnCPNCg+N8eq7t5ZemJZk=');
});

test('one changed character, another case or another length is refused', () => {
  const signature = sign(secret, restPayload(balance));
  expect(isSignedBy(secret, restPayload(balance), signature)).toBe(true);
  expect(isSignedBy(secret, restPayload({ ...balance, query: 'ccy=ETH' }), signature)).toBe(false);
  expect(isSignedBy(secret, restPayload(balance), signature.toLowerCase())).toBe(false);
  expect(isSignedBy(secret, restPayload(balance), '')).toBe(false);
});
