export { describeConformance } from './describe-conformance.ts';
export type { ConformanceSubject, MakeSubject } from './subject.ts';
