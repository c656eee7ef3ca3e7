import type { Route } from '@tenbin/contract';

/** What a call's schema says against a field. */
export interface FieldProblem {
  readonly field: string;
  readonly says: 'required' | 'tooLong' | 'notAllowed';
  /** Characters, where it is too long. */
  readonly max?: number;
}

/** Holds what would be sent against the call's own schema: the same that the server holds it against. */
export function problemsOfInput({ body }: Route, sent: unknown): FieldProblem[] {
  const result = body?.safeParse(sent);
  if (!result || result.success) return [];
  return result.error.issues.map((issue) => {
    const field = String(issue.path[0] ?? '');
    if (issue.code === 'too_big') return { field, says: 'tooLong', max: Number(issue.maximum) };
    const isMissing = issue.code === 'too_small' || (issue.code === 'invalid_type' && issue.input === undefined);
    return { field, says: isMissing ? 'required' : 'notAllowed' };
  });
}
