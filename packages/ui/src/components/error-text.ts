import { ApiError, OfflineError } from '@tenbin/contract';
import { useUiText } from '../words/ui-text.ts';
import { useLanguage } from '../words/use-text.ts';

/** An error in the reader's words: what the server said (it answers in their language) with its advice, or that it cannot be reached. */
export function useErrorText(): (error: unknown) => string {
  const text = useUiText('ui');
  const language = useLanguage();
  return (error) => {
    if (!(error instanceof ApiError)) return text(error instanceof OfflineError ? 'offline' : 'unexpected');
    if (error.code === 'unreadable') return text('unexpected');
    const [stop, space] = language === 'ja' ? ['。', ''] : ['.', ' '];
    const isSentence = /[.。]$/.test(error.message);
    return error.advice ? `${error.message}${isSentence ? '' : stop}${space}${error.advice}` : error.message;
  };
}

/** What a message says of an action that failed: offline, that it was not done; otherwise that it failed, and why. */
export function useActionFailure(): (error: unknown) => string {
  const text = useUiText('ui');
  const errorText = useErrorText();
  return (error) => (error instanceof OfflineError ? text('offlineNotDone') : `${text('processingFailed')} – ${errorText(error)}`);
}
