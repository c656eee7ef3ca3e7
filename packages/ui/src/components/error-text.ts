import { ApiError, OfflineError } from '@tenbin/contract';
import { useUiText } from '../words/ui-text.ts';

/** An error in the reader's words: what the server said (it answers in their language), or that it cannot be reached. */
export function useErrorText(): (error: unknown) => string {
  const text = useUiText('ui');
  return (error) => {
    if (error instanceof ApiError) return error.code === 'unreadable' ? text('unexpected') : error.message;
    return text(error instanceof OfflineError ? 'offline' : 'unexpected');
  };
}
