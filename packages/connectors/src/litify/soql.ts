/** A query of Salesforce, or a part of one. */
export interface Soql {
  soql: string
}

/** Makes a query whose texts are quoted and escaped; parts are inserted as they are. */
export function soql(strings: TemplateStringsArray, ...values: readonly (string | Soql)[]): Soql {
  const inserted = values.map((value) => (typeof value === 'string' ? `'${escaped(value)}'` : value.soql))
  return { soql: String.raw({ raw: strings.raw }, ...inserted) }
}

/** Names of fields, separated by commas. */
export function columns(names: readonly string[]): Soql {
  return { soql: names.join(', ') }
}

/** A pattern for `LIKE`: the parts in their order, with anything between them. */
export function like(...parts: readonly string[]): Soql {
  return { soql: `'${parts.map((part) => escaped(part).replace(/[%_]/g, (sign) => `\\${sign}`)).join('%')}'` }
}

/** SOQL reference, "Quoted string escape sequences". */
function escaped(text: string): string {
  return text.replace(/['\\]/g, (sign) => `\\${sign}`)
}
