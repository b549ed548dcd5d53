/** The name in lower-case ASCII letters, digits and single dashes: `Matter number` -> `matter-number`; may be empty. */
export function dashedName(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|(?<!-)-+$/g, '')
}
