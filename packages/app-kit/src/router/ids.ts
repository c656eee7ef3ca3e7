import { useParams } from '@tanstack/react-router';

const idPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const isId = (text: string): boolean => idPattern.test(text);

/** Of a front end whose addresses name everything by its id: what is none leads nowhere, and nobody is asked for it. */
export function useLeadsNowhere(): boolean {
  const params: Readonly<Record<string, string>> = useParams({ strict: false });
  return !Object.values(params).every(isId);
}
