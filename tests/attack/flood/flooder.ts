/**
 * Floods one address from one address, in a process of its own that gives way to every other. Bounded by time, rate and
 * connections. Messages in: {@link FloodOrder}. Messages out: {@link FloodCounts}.
 */
import { Agent, request } from 'node:http';
import { constants, setPriority } from 'node:os';
import { type FloodRequest, type FloodTarget, floodRequest } from './requests.ts';

export interface FloodOrder {
  readonly target: FloodTarget;
  readonly perSecond: number;
  readonly seconds: number;
}

/** By kind and by status; 0 where there was no answer. */
export type FloodCounts = Readonly<Record<string, Readonly<Record<number, number>>>>;

const connections = 100;
const maxWaitMs = 10_000;

setPriority(constants.priority.PRIORITY_LOW);

async function flood({ target, perSecond, seconds }: FloodOrder): Promise<FloodCounts> {
  const { hostname, port } = new URL(target.url);
  if (hostname !== '127.0.0.1') throw new Error(`a flood stays on this machine, not ${hostname}`);
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const counts: Record<string, Record<number, number>> = {};
  const send = ({ kind, body, ...options }: FloodRequest): Promise<void> =>
    new Promise((resolve) => {
      const count = (status: number) => {
        const ofKind = counts[kind] ?? {};
        counts[kind] = ofKind;
        ofKind[status] = (ofKind[status] ?? 0) + 1;
        resolve();
      };
      const asking = request({ hostname, port, agent, timeout: maxWaitMs, ...options }, (response) => {
        response.resume().once('close', () => count(response.statusCode ?? 0));
      });
      asking.once('timeout', () => asking.destroy());
      asking.once('error', () => count(0));
      asking.end(body);
    });

  const startedAt = performance.now();
  const underWay = new Set<Promise<void>>();
  for (let turn = 0; performance.now() - startedAt < seconds * 1000; ) {
    const due = ((performance.now() - startedAt) / 1000) * perSecond;
    for (; turn < due && underWay.size < connections; turn += 1) {
      const sending = send(floodRequest(turn, target)).finally(() => underWay.delete(sending));
      underWay.add(sending);
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await Promise.all(underWay);
  agent.destroy();
  return counts;
}

process.on('message', (order: FloodOrder) => void flood(order).then((counts) => process.send?.(counts)));
