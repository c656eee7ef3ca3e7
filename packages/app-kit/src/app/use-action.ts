import { type UseMutationOptions, type UseMutationResult, useMutation } from '@tanstack/react-query';
import { useRef } from 'react';

/** As `useMutation`, one at a time: what is asked for again before it is settled, as by a double click, is not done twice. */
export function useAction<Data, Variables = void, Context = unknown>(
  options: UseMutationOptions<Data, Error, Variables, Context>,
): UseMutationResult<Data, Error, Variables, Context> {
  const underWay = useRef(false);
  const mutation = useMutation({
    ...options,
    onSettled: async (...settled) => {
      try {
        await options.onSettled?.(...settled);
      } finally {
        underWay.current = false;
      }
    },
  });
  const mutate: typeof mutation.mutate = (...asked) => {
    if (underWay.current) return;
    underWay.current = true;
    mutation.mutate(...asked);
  };
  return { ...mutation, mutate };
}
