/** What a jsonb column holds. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** Facts of a timeline entry or a message: plain values, never a secret. */
export type JsonFacts = { readonly [key: string]: Json };
