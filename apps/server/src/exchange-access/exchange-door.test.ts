import { systemRuntime } from '@tenbin/runtime';
import { expect, test } from 'vitest';
import { ExchangeDoor } from './exchange-door.ts';

const clock = systemRuntime();

const of = (organizationId: string, userId: string) => ({ organizationId, userId });

/** Whatever passes goes on until it is told to end. */
function held() {
  const ending = Promise.withResolvers<string>();
  let begun = 0;
  return {
    get begun() {
      return begun;
    },
    end: () => ending.resolve('done'),
    work: () => {
      begun += 1;
      return ending.promise;
    },
  };
}

test('whoever finds no place is refused at once, and others still find theirs', async () => {
  const door = new ExchangeDoor({ clock, deadlineMs: 60_000 });
  const { work, end } = held();
  const under = Array.from({ length: 8 }, () => door.pass(of('a', '1'), work));
  await expect(door.pass(of('a', '1'), work)).rejects.toMatchObject({ code: 'tooManyRequests', details: { retryAfterSeconds: 5 } });
  under.push(...Array.from({ length: 10 }, (_, user) => door.pass(of('a', `other ${user}`), work)));
  await expect(door.pass(of('a', 'one more'), work)).rejects.toMatchObject({ code: 'tooManyRequests' });
  under.push(door.pass(of('b', '1'), work));
  end();
  expect(await Promise.all(under)).toEqual(Array(19).fill('done'));
});

test('a few are under way at a time', async () => {
  const door = new ExchangeDoor({ clock, deadlineMs: 60_000 });
  const first = held();
  const under = Array.from({ length: 8 }, () => door.pass(of('a', '1'), first.work));
  await Promise.resolve();
  expect(first.begun).toBe(6);
  first.end();
  await Promise.all(under);
  expect(first.begun).toBe(8);
});

test('whoever leaves gives their place back: at once where they waited, else when what they began has ended', async () => {
  const door = new ExchangeDoor({
    clock,
    deadlineMs: 60_000,
    places: { most: 7, maxPerOrganization: 7, maxPerUser: 7, askAgainSeconds: 5 },
  });
  const { work, end } = held();
  const leaving = new AbortController();
  const impatient = { ...of('a', '1'), gone: () => leaving.signal };
  const under = Array.from({ length: 5 }, () => door.pass(of('a', '1'), work));
  const began = door.pass(impatient, async (signal) => {
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    return work();
  });
  const waited = door.pass(impatient, work);
  const outcomes = Promise.allSettled([began, waited]);
  await expect(door.pass(of('b', '1'), work)).rejects.toMatchObject({ code: 'tooManyRequests' });
  leaving.abort();
  expect((await outcomes).map((outcome) => outcome.status === 'rejected' && outcome.reason.message)).toEqual(
    Array(2).fill('the caller has gone'),
  );
  await new Promise(setImmediate);
  const next = held();
  const behind = door.pass(of('b', '1'), next.work);
  await expect(door.pass(of('b', '2'), next.work)).rejects.toMatchObject({ code: 'tooManyRequests' });
  expect(next.begun).toBe(0);
  end();
  await Promise.all(under);
  next.end();
  expect(await behind).toBe('done');
});

test('waiting and work together have a deadline', async () => {
  const door = new ExchangeDoor({ clock, deadlineMs: 1 });
  const { work, end } = held();
  await expect(door.pass(of('a', '1'), work)).rejects.toMatchObject({ reason: 'deadlinePassed', kind: 'transient' });
  end();
});
