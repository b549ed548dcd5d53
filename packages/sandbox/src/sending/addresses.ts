/** All to one address (`intake@firm.example`), to the same names at another domain (`firm.example`), or by a function. */
export type AddressMapping = string | ((email: string) => string)

export function mapAddress(email: string, mapping: AddressMapping | undefined): string {
  if (mapping === undefined) return email
  if (typeof mapping === 'function') return mapping(email)
  return mapping.includes('@') ? mapping : `${email.slice(0, email.indexOf('@'))}@${mapping}`
}
