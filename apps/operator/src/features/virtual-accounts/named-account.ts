/** Which virtual account is meant. */
export interface NamedAccount {
  readonly exchangeName: string;
  readonly name: string;
}
