type KeyOf<Query> = Query extends unknown ? keyof Query & string : never;
type ValueOf<Query, Name> = Query extends unknown ? (Name extends keyof Query ? Query[Name] : never) : never;
type TextOf<Value> = Value extends string ? Value : Value extends undefined | null ? never : string;
type Facts<Query> = { readonly [Name in KeyOf<Query>]?: TextOf<ValueOf<Query, Name>> };

/** Of what was taken out, or looked at, the filter. */
export const factsOf = <Query extends object>(query: Query): Facts<Query> =>
  Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value instanceof Date ? value.toISOString() : String(value)]],
    ),
  ) as Facts<Query>;
