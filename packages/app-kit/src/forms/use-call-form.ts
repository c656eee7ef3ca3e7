import { ApiError, type CallOptions, type Client, type Mapped, type Route, type RouteInput, type RouteReply } from '@tenbin/contract';
import { useLanguage } from '@tenbin/ui';
import type { BaseSyntheticEvent } from 'react';
import {
  type DefaultValues,
  type FieldError,
  type FieldErrors,
  type FieldValues,
  get,
  type Path,
  type ResolverResult,
  set,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import { useClient } from '../app/app-context.tsx';
import { useAction } from '../app/use-action.ts';
import { useKitText } from '../words/text.ts';
import { useProblemsInLanguage } from './use-problems-in-language.ts';

type FieldProblem = string | false | null | undefined;
/** By field what is wrong with it, in the reader's words; of one within another by its path, as in `theme.light.text`. */
export type FieldProblems<Values extends FieldValues> = { readonly [Name in Path<Values>]?: FieldProblem };

interface CallFormOptions<R extends Route, Values extends FieldValues, Reply> {
  readonly defaults: Values;
  /** What is stored: it is followed as far as nothing else was entered. */
  readonly stored?: Values;
  /** What was entered before, and differs from `defaults`. */
  readonly entered?: Values | undefined;
  /** What is entered, as the call takes it. */
  readonly input: (values: Values) => RouteInput<R>;
  readonly options?: CallOptions;
  /** How it is sent, where not as a plain call: what it answers with may be a file. */
  readonly send?: (client: Client, input: RouteInput<R>) => Promise<Reply>;
  /** Fields that are called otherwise on the wire, by their names there; of one within another, as in `limits.users`. */
  readonly fieldOf?: Readonly<Record<string, keyof Values>>;
  /** What the contract's shapes do not say. */
  readonly problems?: (values: Values) => FieldProblems<Values>;
  readonly onSuccess?: (reply: Reply, values: Values) => unknown;
  /** @param fields - those of the form that the refusal is about */
  readonly onError?: (error: Error, fields: readonly (keyof Values)[]) => void;
  /** Sending was asked for, and something is wrong. */
  readonly onInvalid?: (fields: readonly (keyof Values)[]) => void;
}

type Register<Values extends FieldValues> = UseFormReturn<Values>['register'];

export interface CallForm<Values extends FieldValues> extends UseFormReturn<Values> {
  /** For a field: what it registers, and what is wrong with it. */
  field(
    name: Path<Values>,
    options?: Parameters<Register<Values>>[1],
  ): ReturnType<Register<Values>> & { readonly problem: string | undefined };
  readonly submit: (event?: BaseSyntheticEvent) => Promise<void>;
  readonly isSending: boolean;
  /** What the server refused, or that it could not be reached. */
  readonly error: Error | null;
  /** Forgets what was refused. */
  readonly forget: () => void;
}

/**
 * The one way to fill in a form: what is entered is held against the call's own schema, then sent; what the server refuses
 * of a field stands at that field.
 */
export function useCallForm<R extends Route, Values extends FieldValues, Reply = Mapped<RouteReply<R>>>(
  route: R,
  {
    defaults,
    stored,
    entered: before,
    input,
    options,
    send: sendBy = (to, given) => to.call(route, given, options) as Promise<Reply>,
    fieldOf = {},
    problems: problemsOf,
    onSuccess,
    onError,
    onInvalid,
  }: CallFormOptions<R, Values, Reply>,
): CallForm<Values> {
  const text = useKitText('kit');
  const client = useClient();
  const language = useLanguage();
  const nameIn = (entered: Values, onWire: string) => innermost(entered, fieldOf[onWire]?.toString() ?? onWire) as Path<Values> | '';
  const resolver = async (entered: Values): Promise<ResolverResult<Values>> => {
    const errors: FieldErrors<Values> = {};
    const say = (name: string, message: string) => set(errors, name, { type: 'problem', message });
    for (const [name, says] of Object.entries<FieldProblem>(problemsOf?.(entered) ?? {})) if (says) say(name, says);
    // The same schema that the server holds it against.
    const sent = route.body?.safeParse((input(entered) as { readonly body?: unknown }).body, { reportInput: true });
    for (const issue of sent?.error?.issues ?? []) {
      const name = nameIn(entered, issue.path.join('.'));
      if (name === '' || get(errors, name)) continue;
      // Fetched with the first problem, which may be without a connection.
      const says = await import('./form-problem.ts').then(({ sayProblem }) => sayProblem(issue, language)).catch(() => text('notAllowed'));
      say(name, says);
    }
    return { values: entered, errors } as ResolverResult<Values>;
  };
  const form = useForm<Values>({
    defaultValues: defaults as DefaultValues<Values>,
    ...(stored && { values: stored, resetOptions: { keepDirtyValues: true } }),
    ...(before && { values: before, resetOptions: { keepDefaultValues: true } }),
    mode: 'onTouched',
    resolver,
  });
  const send = useAction({
    mutationFn: (entered: Values) => sendBy(client, input(entered)),
    onSuccess: (reply, entered) => onSuccess?.(reply, entered),
    onError: (error) => {
      const refused = error instanceof ApiError ? Object.entries(error.fields) : [];
      const fields = refused.flatMap(([onWire, message]) => {
        const name = nameIn(form.getValues(), onWire);
        return name === '' ? [] : [{ name, message }];
      });
      for (const [index, { name, message }] of fields.entries())
        form.setError(name, { type: 'refused', message }, { shouldFocus: index === 0 });
      onError?.(
        error,
        fields.map(({ name }) => name),
      );
    },
  });
  useProblemsInLanguage(form);
  const { errors } = form.formState;
  return {
    ...form,
    field: (name, options) => ({ ...form.register(name, options), problem: (get(errors, name) as FieldError | undefined)?.message }),
    submit: form.handleSubmit(
      (entered) => send.mutate(entered),
      (wrong) => {
        // Refused was what was sent before: beside what is wrong now it would stand as if it still were.
        send.reset();
        onInvalid?.(Object.keys(wrong));
      },
    ),
    isSending: send.isPending,
    error: send.error,
    forget: send.reset,
  };
}

/** The innermost field that the form has of what a path on the wire names: `subject.en`, or `pairs` of `pairs.0`; '' for none. */
function innermost(entered: FieldValues, onWire: string): string {
  const names: string[] = [];
  let within: unknown = entered;
  for (const name of onWire.split('.')) {
    if (typeof within !== 'object' || within === null || Array.isArray(within) || !(name in within)) break;
    names.push(name);
    within = (within as FieldValues)[name];
  }
  return names.join('.');
}
