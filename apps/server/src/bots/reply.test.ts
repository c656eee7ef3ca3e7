import { botErrorCodes } from '@tenbin/bots';
import type { BotRow } from '@tenbin/db';
import { describe, expect, test } from 'vitest';
import { botReply } from './reply.ts';

const at = new Date('2026-01-02T03:04:05Z');

function messageOf(code: (typeof botErrorCodes)[number], language: 'ja' | 'en', facts: Readonly<Record<string, unknown>> = {}): string {
  const bot = {
    id: 'bot-1',
    pairs: ['BTC/USDT', 'ETH/USDT', 'ETH/BTC'],
    delta: 0.005,
    phase: { kind: 'stopped', receipt: null },
    ledger: null,
    firstStartedAt: null,
    lastFillAt: null,
    warnings: [],
    messages: [{ code, facts, at }],
    createdAt: at,
  } as unknown as BotRow;
  return botReply(bot, { language, isFreeOrganization: true, now: at }).errorMessages[0]?.message ?? '';
}

describe.each(['ja', 'en'] as const)('the message of a bot that stopped by itself, in %s', (language) => {
  test('says for every code what happened and what to do, with no gap left open', () => {
    for (const code of botErrorCodes) {
      const message = messageOf(code, language);
      expect(message.split(language === 'ja' ? '。' : /\.(?: |$)/).length, message).toBeGreaterThanOrEqual(3);
      expect(message, code).not.toMatch(/[{}]|undefined|（）|\( ?\)/);
    }
  });

  test('tells of a start that was refused which check it was, with its figures', () => {
    const message = messageOf('launchFailed', language, { check: 'unbalanced', tolerance: 50 });
    expect(message).toContain('50');
    expect(message.startsWith(messageOf('launchFailed', language).slice(0, 12))).toBe(true);
    expect(messageOf('launchFailed', language, { check: 'somethingNew' })).toBe(messageOf('launchFailed', language));
  });

  test('tells when orders may still be open at the exchange', () => {
    const [closed, open] = [[], ['Tax1']].map((mayBeOpen) => messageOf('keyRefused', language, { mayBeOpen }));
    expect(open).toContain(closed);
    expect(open?.length).toBeGreaterThan(closed?.length ?? 0);
  });
});
