import type { ExchangeErrorKind, ExchangeErrorReason } from '@tenbin/exchange';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { classifyError, classNames, type Failure } from './classify-error.ts';
import { binanceQuirks } from './quirks/binance.ts';
import { okxQuirks } from './quirks/okx.ts';

const ancestors: Readonly<Record<string, readonly string[]>> = {
  AuthenticationError: ['AuthenticationError', 'ExchangeError', 'BaseError', 'Error'],
  InvalidOrder: ['InvalidOrder', 'ExchangeError', 'BaseError', 'Error'],
  OrderImmediatelyFillable: ['OrderImmediatelyFillable', 'InvalidOrder', 'ExchangeError', 'BaseError', 'Error'],
  InsufficientFunds: ['InsufficientFunds', 'ExchangeError', 'BaseError', 'Error'],
  OrderNotFound: ['OrderNotFound', 'InvalidOrder', 'ExchangeError', 'BaseError', 'Error'],
  BadRequest: ['BadRequest', 'ExchangeError', 'BaseError', 'Error'],
  BadSymbol: ['BadSymbol', 'BadRequest', 'ExchangeError', 'BaseError', 'Error'],
  DDoSProtection: ['DDoSProtection', 'NetworkError', 'OperationFailed', 'BaseError', 'Error'],
  RateLimitExceeded: ['RateLimitExceeded', 'NetworkError', 'OperationFailed', 'BaseError', 'Error'],
  InvalidNonce: ['InvalidNonce', 'NetworkError', 'OperationFailed', 'BaseError', 'Error'],
  RequestTimeout: ['RequestTimeout', 'NetworkError', 'OperationFailed', 'BaseError', 'Error'],
  ExchangeNotAvailable: ['ExchangeNotAvailable', 'NetworkError', 'OperationFailed', 'BaseError', 'Error'],
  NetworkError: ['NetworkError', 'OperationFailed', 'BaseError', 'Error'],
  OperationFailed: ['OperationFailed', 'BaseError', 'Error'],
  NotSent: ['NotSent', 'Error'],
  Halted: ['Halted', 'NotSent', 'Error'],
  TypeError: ['TypeError', 'Error'],
};

const failure = (className: string, message: string, more: Partial<Failure> = {}): Failure => ({
  classes: ancestors[className] ?? [],
  message,
  answer: { status: 400, body: '' },
  sent: true,
  purpose: 'place',
  acceptedBefore: false,
  codes: binanceQuirks.errorCodes,
  ...more,
});

const wire = (code: number, msg: string, status = 400) => ({ answer: { status, body: JSON.stringify({ code, msg }) } });

describe('what Binance answers', () => {
  const rows: readonly [string, string, number, string, ExchangeErrorKind, ExchangeErrorReason][] = [
    ['a key of a wrong form', 'AuthenticationError', -2014, 'API-key format invalid.', 'rejected', 'invalidApiKey'],
    ['a key that nobody knows', 'AuthenticationError', -2008, 'Invalid Api-Key ID.', 'rejected', 'invalidApiKey'],
    ['a wrong signature', 'AuthenticationError', -1022, 'Signature for this request is not valid.', 'rejected', 'invalidSecret'],
    ['no right at all', 'AuthenticationError', -1002, 'You are not authorized to execute this request.', 'rejected', 'keyRefused'],
    ['key, address or rights', 'AuthenticationError', -2015, 'Invalid API-key, IP, or permissions for action.', 'rejected', 'keyRefused'],
    [
      'too little money',
      'InsufficientFunds',
      -2010,
      'Account has insufficient balance for requested action.',
      'rejected',
      'insufficientFunds',
    ],
    ['an id used before', 'InvalidOrder', -2010, 'Duplicate order sent.', 'rejected', 'duplicateClientOrderId'],
    [
      'post only that takes',
      'OrderImmediatelyFillable',
      -2010,
      'Order would immediately match and take.',
      'rejected',
      'wouldTakeImmediately',
    ],
    ['another refusal', 'InvalidOrder', -2010, 'This action is disabled on this account.', 'rejected', 'other'],
    ['a closed market', 'InvalidOrder', -2010, 'Market is closed.', 'rejected', 'marketClosed'],
    ['off the lots', 'InvalidOrder', -1013, 'Filter failure: LOT_SIZE', 'rejected', 'amountOutOfRange'],
    ['off the ticks', 'InvalidOrder', -1013, 'Filter failure: PRICE_FILTER', 'rejected', 'priceOutOfRange'],
    ['out of the band', 'InvalidOrder', -1013, 'Filter failure: PERCENT_PRICE_BY_SIDE', 'rejected', 'priceOutOfRange'],
    ['worth too little', 'BadRequest', -1013, 'Filter failure: NOTIONAL', 'rejected', 'notionalTooSmall'],
    ['too many orders', 'BadRequest', -1013, 'Filter failure: MAX_NUM_ORDERS', 'rejected', 'tooManyOrders'],
    ['too fine an amount', 'BadRequest', -1111, "Parameter 'quantity' has too much precision.", 'rejected', 'amountOutOfRange'],
    ['too fine a price', 'BadRequest', -1111, "Parameter 'price' has too much precision.", 'rejected', 'priceOutOfRange'],
    ['an unknown pair', 'BadSymbol', -1121, 'Invalid symbol.', 'rejected', 'badSymbol'],
    ['a cancel of nothing', 'OrderNotFound', -2011, 'Unknown order sent.', 'rejected', 'orderNotFound'],
    ['a question after nothing', 'OrderNotFound', -2013, 'Order does not exist.', 'rejected', 'orderNotFound'],
    ['a wrong clock', 'InvalidNonce', -1021, 'Timestamp for this request is outside of the recvWindow.', 'transient', 'clockSkew'],
    ['too many requests', 'RateLimitExceeded', -1003, 'Too much request weight used.', 'transient', 'rateLimited'],
    ['too many new orders', 'RateLimitExceeded', -1015, 'Too many new orders.', 'transient', 'rateLimited'],
    ['closing down', 'OperationFailed', -1016, 'This service is no longer available.', 'transient', 'maintenance'],
    ['its own time-out', 'RequestTimeout', -1007, 'Timeout waiting for response from backend server.', 'unknown', 'deadlinePassed'],
    ['no idea', 'OperationFailed', -1000, 'An unknown error occurred while processing the request.', 'unknown', 'other'],
    ['a lost inside', 'OperationFailed', -1001, 'Internal error; unable to process your request.', 'unknown', 'unreachable'],
    ['a strange answer inside', 'OperationFailed', -1006, 'An unexpected response was received.', 'unknown', 'unreachable'],
    ['overload', 'OperationFailed', -1008, 'Server is currently overloaded with other requests.', 'unknown', 'maintenance'],
  ];

  test.each(rows)('%s', (_says, className, code, msg, kind, reason) => {
    const classified = classifyError(failure(className, `binance {"code":${code},"msg":"${msg}"}`, wire(code, msg)));
    expect(classified).toMatchObject({ kind, reason, exchangeCode: String(code) });
  });

  test.each(rows.filter(([, , , , kind]) => kind === 'rejected'))(
    '%s, told by ccxt without its code',
    (_says, className, code, msg, kind, reason) => {
      const classified = classifyError(failure(className, `binance ${msg}`, wire(code, msg)));
      expect(classified).toMatchObject({ kind, reason });
    },
  );

  test.each(rows.filter(([, , , , kind]) => kind === 'unknown'))(
    '%s is only a failed try when nothing was to change',
    (_says, className, code, msg, _kind, reason) => {
      const classified = classifyError(
        failure(className, `binance {"code":${code},"msg":"${msg}"}`, { ...wire(code, msg), purpose: 'read' }),
      );
      expect(classified).toMatchObject({ kind: 'transient', reason });
    },
  );

  test('a key that worked and is refused gets a second hearing', () => {
    const refusal = failure('DDoSProtection', 'binance {"code":-2015,"msg":"Invalid API-key"}', wire(-2015, 'Invalid API-key'));
    expect(classifyError({ ...refusal, acceptedBefore: true })).toMatchObject({ kind: 'transient', reason: 'keyRefused' });
    expect(classifyError(refusal)).toMatchObject({ kind: 'rejected', reason: 'keyRefused' });
  });

  test.each([429, 418])('HTTP %i means wait, whatever else it says', (status) => {
    const classified = classifyError(
      failure('DDoSProtection', `binance ${status} Too Many Requests`, { answer: { status, body: 'slow down' } }),
    );
    expect(classified).toMatchObject({ kind: 'transient', reason: 'rateLimited' });
  });

  test('a ban says until when', () => {
    const msg = 'Way too much request weight used; IP banned until 1700000060000.';
    expect(classifyError(failure('DDoSProtection', msg, wire(-1003, msg, 418))).bannedUntil).toBe(1_700_000_060_000);
  });
});

describe('what the network answers', () => {
  test.each([
    ['a web page with 502', 'ExchangeNotAvailable', '<html>502 Bad Gateway</html>', { status: 502, body: '<html>502 Bad Gateway</html>' }],
    ['a closed socket', 'NetworkError', 'fetch failed: other side closed', null],
    ['silence', 'RequestTimeout', 'request timed out (10000 ms)', null],
    ['an answer that cannot be read', 'TypeError', 'Cannot read properties of undefined', { status: 200, body: '' }],
  ])('after %s an order’s outcome is unknown', (_says, className, message, answer) => {
    expect(classifyError(failure(className, message, { answer })).kind).toBe('unknown');
    expect(classifyError(failure(className, message, { answer, purpose: 'read' })).kind).toBe('transient');
  });

  test.each(['connect ECONNREFUSED 127.0.0.1:1', 'getaddrinfo ENOTFOUND api.example', 'Connect Timeout Error'])(
    'an order never left when: %s',
    (message) => {
      expect(classifyError(failure('NetworkError', `fetch failed: ${message}`, { answer: null }))).toMatchObject({
        kind: 'transient',
        reason: 'unreachable',
      });
    },
  );
});

describe('what ccxt refuses before anything is sent', () => {
  test.each([
    ['binance amount of BTC/USDT must be greater than minimum amount precision of 0.00001', 'InvalidOrder', 'amountOutOfRange'],
    ['binance price of BTC/USDT must be greater than minimum price precision of 0.01', 'InvalidOrder', 'priceOutOfRange'],
    ['binance requires "apiKey" credential', 'AuthenticationError', 'invalidApiKey'],
    ['binance requires "secret" credential', 'AuthenticationError', 'invalidSecret'],
    ['okx requires "password" credential', 'AuthenticationError', 'invalidPassphrase'],
    ['binance does not have market symbol A/B', 'BadSymbol', 'badSymbol'],
  ])('%s', (message, className, reason) => {
    expect(classifyError(failure(className, message, { sent: false, answer: null }))).toMatchObject({ kind: 'rejected', reason });
  });

  test('what waited too long in the lane was not done', () => {
    expect(classifyError(failure('NotSent', 'nobody waits', { sent: false, answer: null }))).toMatchObject({
      kind: 'transient',
      reason: 'deadlinePassed',
    });
    expect(classifyError(failure('Halted', 'halted', { sent: false, answer: null }))).toMatchObject({
      kind: 'transient',
      reason: 'rateLimited',
    });
  });
});

test.each([
  ['50105', 'invalidPassphrase'],
  ['50111', 'invalidApiKey'],
  ['50113', 'invalidSecret'],
])('OKX tells key, secret and passphrase apart: %s', (code, reason) => {
  const answer = { status: 401, body: `{"code":"${code}","msg":"…","data":[]}` };
  const classified = classifyError(failure('AuthenticationError', `okx ${answer.body}`, { answer, codes: okxQuirks.errorCodes }));
  expect(classified).toMatchObject({ kind: 'rejected', reason });
});

test('an order’s own code inside OKX’s envelope counts', () => {
  const body = '{"code":"1","data":[{"sCode":"51008","sMsg":"Order failed. Insufficient USDT balance in account."}]}';
  const classified = classifyError(
    failure('InsufficientFunds', `okx ${body}`, { answer: { status: 200, body }, codes: okxQuirks.errorCodes }),
  );
  expect(classified).toMatchObject({ kind: 'rejected', reason: 'insufficientFunds', exchangeCode: '51008' });
});

const anyFailure = fc.record({
  className: fc.constantFrom(...Object.keys(ancestors)),
  message: fc.oneof(
    fc.string(),
    fc.integer({ min: -3000, max: -900 }).map((code) => `binance {"code":${code},"msg":"x"}`),
  ),
  answer: fc.option(fc.record({ status: fc.constantFrom(200, 400, 401, 403, 418, 429, 500, 502, 503), body: fc.string() }), { nil: null }),
  acceptedBefore: fc.boolean(),
});

test('nothing that was not sent is unknown, and a read never is', () => {
  fc.assert(
    fc.property(anyFailure, fc.constantFrom('unsent order', 'read'), ({ className, message, answer, acceptedBefore }, which) => {
      const more: Partial<Failure> = which === 'read' ? { purpose: 'read' } : { sent: false };
      expect(classifyError(failure(className, message, { answer, acceptedBefore, ...more })).kind).not.toBe('unknown');
    }),
  );
});

test('the names of an error’s classes come most special first', () => {
  class Special extends RangeError {}
  expect(classNames(new Special())).toEqual(['Special', 'RangeError', 'Error']);
  expect(classNames('just a text')).toEqual([]);
});
