/** Only a path of this front end: a link from outside must not lead elsewhere after the login. */
export const isOwnPath = (next: string | undefined): next is string => next !== undefined && /^\/(?![/\\])/.test(next);
