export { catalogue, isCode } from './catalogue.ts';
export { causeWords } from './cause-words.ts';
export type { Code, FactsByCode } from './code.ts';
export { canFill, fill } from './fill.ts';
export type { Message } from './message.ts';
export { type CallCode, isCallCode, statuses } from './statuses.ts';
export { explain, explained, messageOf, type Told } from './tell.ts';
