export { type Action, isAction } from './actions.ts';
export { catalogue, isCode } from './catalogue.ts';
export type { Code, FactsByCode } from './code.ts';
export { explain, explained, messageOf, type StoredCode } from './explain.ts';
export { canFill, fill } from './fill.ts';
export type { Message } from './message.ts';
export { causeWords } from './message.ts';
export { type NamedFacts, namedFacts } from './named-facts.ts';
export { type CallCode, isCallCode, statuses } from './statuses.ts';
