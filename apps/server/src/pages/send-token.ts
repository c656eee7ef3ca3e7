interface Page {
  readonly document: { readonly cookie: string };
}

/**
 * Sends the anti-forgery token with what a reader of the reference page tries out: it is a browser like any other.
 * Runs in that page, so that it may use nothing from around it.
 */
export const sendToken = ({ request }: { readonly request: Request }): void => {
  const { cookie } = (globalThis as unknown as Page).document;
  request.headers.set('x-xsrf-token', /(?:^|;\s*)(?:__Host-)?XSRF-TOKEN=([\w-]+)/.exec(cookie)?.[1] ?? '');
};
