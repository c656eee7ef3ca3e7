import { describe, expect, test } from 'vitest';
import { sessionExpiresAt, sessionStatus, shouldNoteUse } from './session.ts';

const signedInAt = new Date('2025-01-01T00:00:00Z');
const hours = (count: number) => new Date(signedInAt.getTime() + count * 3_600_000);
const session = (lastUsedAt: Date) => ({ lastUsedAt, expiresAt: sessionExpiresAt(signedInAt) });

describe('a session', () => {
  test('lasts thirty days when it is used', () => {
    expect(sessionStatus(session(hours(719)), hours(719.9))).toBe('live');
    expect(sessionStatus(session(hours(719.9)), hours(720))).toBe('expired');
  });

  test('ends after twelve hours without use', () => {
    expect(sessionStatus(session(signedInAt), hours(11.99))).toBe('live');
    expect(sessionStatus(session(signedInAt), hours(12))).toBe('idle');
  });

  test('lasts as long as its organization says', () => {
    const rules = { sessionDays: 1, sessionIdleHours: 1 };
    expect(sessionExpiresAt(signedInAt, rules)).toEqual(hours(24));
    expect(sessionStatus(session(signedInAt), hours(1), rules)).toBe('idle');
  });

  test('is noted as used at most once a minute', () => {
    expect(shouldNoteUse(signedInAt, new Date(signedInAt.getTime() + 59_999))).toBe(false);
    expect(shouldNoteUse(signedInAt, new Date(signedInAt.getTime() + 60_000))).toBe(true);
  });
});
