import { languages } from '@tenbin/accounts';
import { botErrorCodes } from '@tenbin/bots';
import type { BotRow } from '@tenbin/db';
import { explained, messageOf } from '@tenbin/messages';
import { everyFact as facts } from '@tenbin/messages/testing';
import { checkCodes } from '@tenbin/strategy';
import { describe, expect, test } from 'vitest';
import { botReply } from './reply.ts';

const at = new Date('2026-01-02T03:04:05Z');

function messageShown(code: (typeof botErrorCodes)[number], language: 'ja' | 'en', given: Readonly<Record<string, unknown>> = {}): string {
  const bot = {
    id: 'bot-1',
    strategy: { kind: 'balancing', pairs: ['BTC/USDT', 'ETH/USDT', 'ETH/BTC'], delta: 0.005 },
    phase: { kind: 'stopped', receipt: null },
    ledger: null,
    firstStartedAt: null,
    lastFillAt: null,
    warnings: [],
    messages: [{ code, facts: given, at }],
    createdAt: at,
  } as unknown as BotRow;
  return botReply(bot, { language, now: at }).errorMessages[0]?.message ?? '';
}

describe.each(languages)('the message of a bot that stopped by itself, in %s', (language) => {
  test.each(botErrorCodes)('says for %s what happened and what to do, with no gap left open', (code) => {
    const message = messageShown(code, language, facts);
    expect(message).toBe(explained({ code, facts }, language));
    expect(message).not.toBe(messageOf('other', language).text);
    expect(message).not.toMatch(/[{}]|undefined|（）|\( ?\)| {2}/);
  });

  test.each(checkCodes)('tells of a start or a rebalance that failed that %s was the cause, with its figures', (check) => {
    for (const code of ['launchFailed', 'rebalanceFailed'] as const) {
      const message = messageShown(code, language, { ...facts, check });
      const cause = messageOf(check, language, facts);
      expect(message.startsWith(messageOf(code, language).text)).toBe(true);
      expect(message).toContain(cause.text);
      expect(message.endsWith(cause.advice)).toBe(true);
    }
  });

  test('does not call a market that took only a part of a rebalance, or an empty wallet, an error of ours', () => {
    for (const check of ['rebalanceIncomplete', 'insufficientFunds', 'balanceNotPositive'] as const) {
      const message = messageShown('rebalanceFailed', language, { ...facts, check });
      expect(message).toContain(messageOf(check, language, facts).text);
      expect(message).not.toContain(messageOf('internal', language, facts).text.slice(0, 8));
    }
  });

  test('tells when orders may still be open at the exchange', () => {
    const [closed, open] = [[], ['Tax1']].map((mayBeOpen) => messageShown('keyRefused', language, { mayBeOpen }));
    const { text, advice } = messageOf('ordersMayBeOpen', language);
    expect(closed).not.toContain(text);
    expect(open).toContain(text);
    expect(open).toContain(advice);
  });
});
