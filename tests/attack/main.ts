/**
 * `npm run attack:inputs [-- count [seed]]`: sends generated malformed input over every route and surface, and to the
 * virtual exchange. Fails where a reply says 5xx, where something went wrong inside, or where one call kept the event loop
 * busy for many times as long as a plain good one. Loopback only; ends by itself.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { type Attempt, nextAttempt } from './attempt.ts';
import { Random } from './random.ts';
import { Sender } from './send.ts';
import type { Question, Reply } from './served.ts';

const [count = 100_000, seed = Date.now() % 2 ** 31] = process.argv.slice(2).map(Number);
/** How many times a plain good call one call may cost; and all of them on average. */
const maxPerOne = 20;
const maxOnAverage = 5;
const together = 25;
/** What came beside a call, and compiling, is not its cost: the least of so many counts. */
const looks = 5;

const child = fork(new URL('./served.ts', import.meta.url), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
const received = async (): Promise<Reply> => ((await once(child, 'message')) as [Reply])[0];
const ask = (question: Question): Promise<Reply> => {
  const answer = received();
  child.send(question);
  return answer;
};
const { there } = await received();
if (!there) throw new Error('the target did not say where it is');
const { urls, known } = there;
const sender = new Sender();
const send = (attempt: Attempt) => sender.send(urls[attempt.to], attempt);

async function busyMsOf(attempts: readonly Attempt[]): Promise<number> {
  await ask('busy');
  await Promise.all(attempts.map(send));
  return (await ask('busy')).busyMs ?? 0;
}

const least = async (measure: () => Promise<number>): Promise<number> => {
  const all: number[] = [];
  for (let look = 0; look < looks; look += 1) all.push(await measure());
  return Math.min(...all);
};

const good: Attempt = { to: 'server', method: 'GET', path: '/api/users/self', headers: { 'x-user-key': known.keys.user }, body: null };
const plain = Array<Attempt>(together).fill(good);
for (let warm = 0; warm < 20; warm += 1) await busyMsOf(plain);
const plainMs = (await least(() => busyMsOf(plain))) / together;
console.log(`seed ${seed}: ${count} attempts; a plain good call keeps the event loop busy for ${plainMs.toFixed(3)} ms`);

const random = new Random(seed);
const statuses = new Map<number, number>();
const wrong: string[] = [];
/** The first that got no answer. */
let closed: string | null = null;
let busyMs = 0;
let dearest = { ratio: 0, what: '' };
for (let sent = 0; sent < count; sent += together) {
  const attempts = Array.from({ length: Math.min(together, count - sent) }, () => nextAttempt(random, known));
  await ask('busy');
  const replies = await Promise.all(attempts.map(send));
  const spent = (await ask('busy')).busyMs ?? 0;
  busyMs += spent;
  for (const [index, { status, text }] of replies.entries()) {
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if (status === 0) closed ??= `${nameOf(attempts[index])}: ${text}`;
    if (status >= 500) wrong.push(`${status} ${nameOf(attempts[index])}: ${text.slice(0, 200)}`);
  }
  // Only then can one of them have been too dear: each is looked at for itself.
  if (spent > maxPerOne * plainMs) for (const attempt of attempts) await judge(attempt);
  if (sent % 10_000 < together && sent > 0) console.log(`${sent} sent, ${wrong.length} wrong`);
}

async function judge(attempt: Attempt): Promise<void> {
  const first = (await busyMsOf([attempt])) / plainMs;
  if (first <= dearest.ratio) return;
  const ratio = first <= maxPerOne / 4 ? first : (await least(() => busyMsOf([attempt]))) / plainMs;
  if (ratio > dearest.ratio) dearest = { ratio, what: nameOf(attempt) };
  if (ratio > maxPerOne) wrong.push(`${ratio.toFixed(0)} times a plain good call: ${nameOf(attempt)}`);
}

const { faults = [] } = await ask('faults');
child.send('end' satisfies Question);
sender.close();
await once(child, 'exit');
if (closed !== null) console.log(`without an answer: ${closed}`);
const average = busyMs / count / plainMs;
if (average > maxOnAverage) wrong.push(`on average an attempt costs ${average.toFixed(1)} plain good calls`);
console.table(Object.fromEntries([...statuses].sort(([a], [b]) => a - b)));
console.log(
  `on average ${average.toFixed(2)} plain good calls; the dearest that was looked at: ${dearest.ratio.toFixed(1)} (${dearest.what})`,
);
for (const line of [...wrong, ...faults.map((fault) => `inside: ${fault}`)].slice(0, 50)) console.log(line);
console.log(`seed ${seed}: ${wrong.length + faults.length} wrong of ${count}`);
process.exitCode = wrong.length + faults.length > 0 ? 1 : 0;

function nameOf(attempt: Attempt | undefined): string {
  return attempt ? `${attempt.to} ${attempt.method} ${attempt.path.slice(0, 160)} ${(attempt.body ?? '').slice(0, 120)}` : '';
}
