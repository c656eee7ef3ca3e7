export { newReference } from './new-reference.ts';
export { abortAfter, pause } from './pause.ts';
export type { Cancel, Runtime, TimerOptions } from './runtime.ts';
export { type Random, seededRandom } from './seeded-random.ts';
export { systemRuntime } from './system-runtime.ts';
export { type VirtualOptions, VirtualRuntime } from './virtual-runtime.ts';
