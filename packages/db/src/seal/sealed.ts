declare const seal: unique symbol;

/** Sealed text: `v1.<key id>.<wrapped data key>.<nonce and ciphertext>`. Only a vault makes and opens it. */
export type Sealed = string & { readonly [seal]: 'sealed' };

/** What stands in the place of secrets that were erased. */
export const erasedSeal = '' as Sealed;
