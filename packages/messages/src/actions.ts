import { actions } from './en/actions.ts';

/** What the audit log can say that somebody did. */
export type Action = keyof typeof actions;

export const isAction = (name: string): name is Action => Object.hasOwn(actions, name);
