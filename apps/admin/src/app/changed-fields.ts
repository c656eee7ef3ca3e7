import { deepEqual } from '@tanstack/react-router';

/** Of what is entered only what differs from what is stored: what somebody else changed meanwhile stays as they left it. */
export const changedFields = <Values extends object>(entered: Values, stored: Values) =>
  Object.fromEntries(Object.entries(entered).filter(([name, value]) => !deepEqual(value, stored[name as keyof Values]))) as Partial<Values>;
