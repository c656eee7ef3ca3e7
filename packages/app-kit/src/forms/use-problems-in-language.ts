import { useLanguage } from '@tenbin/ui';
import { useEffect, useRef } from 'react';
import type { FieldErrors, FieldValues, Path, UseFormReturn } from 'react-hook-form';

/** Says what is wrong with fields anew when another language is chosen. What a server refused stays in the words that came. */
export function useProblemsInLanguage<Values extends FieldValues>({ formState: { errors }, trigger }: UseFormReturn<Values>): void {
  const language = useLanguage();
  const said = useRef(language);
  useEffect(() => {
    if (said.current === language) return;
    said.current = language;
    const names = problemNames(errors);
    if (names.length > 0) void trigger(names as Path<Values>[]);
  }, [language, errors, trigger]);
}

/** Of the fields with a problem of their own, also of those within others: `theme.light.text`. */
const problemNames = (errors: FieldErrors, before = ''): string[] =>
  Object.entries(errors).flatMap(([name, error]) => {
    if (typeof error !== 'object' || error === null) return [];
    if (typeof error.type === 'string') return error.type === 'problem' ? [`${before}${name}`] : [];
    return problemNames(error as FieldErrors, `${before}${name}.`);
  });
