import { domainToASCII } from 'node:url'
import { isEmail } from '@courtcrier/contract/fields/email.ts'

/** A domain with all below it, or one address; what a firm can have, and nobody else then. */
export interface AddressSpace {
  /** As it stands in the DNS. */
  domain: string
  /** Lower case, without what follows a plus sign (RFC 5233); absent for the whole domain. */
  localPart?: string
}

/** The space of an address, of `*@domain` or of a domain; undefined when the text is none of these. */
export function addressSpaceOf(text: string): AddressSpace | undefined {
  const plain = text.trim()
  const at = plain.lastIndexOf('@')
  const domain = domainKey(plain.slice(at + 1))
  const isWhole = at < 0 || plain.slice(0, at) === '*'
  if (!/^[a-z\d_-]+(?:\.[a-z\d_-]+)*$/.test(domain) || domain.length > 253) return undefined
  if (isWhole) return { domain }
  if (!isEmail(`${plain.slice(0, at)}@${domain}`)) return undefined
  return { domain, localPart: withoutTag(plain.slice(0, at).toLowerCase()) }
}

/** As a person writes it. */
export function describeSpace({ domain, localPart }: AddressSpace): string {
  return localPart === undefined ? domain : `${localPart}@${domain}`
}

/** An address with its domain as it stands in the DNS where that is not what a person wrote: `müller.example`. */
export function spellOutAddress(address: string): string {
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1)
  return /[^\x21-\x7e]/.test(domain) ? `${address.slice(0, at)}@${domainKey(domain)}` : address
}

/** Lower case, without the final dot, as it stands in the DNS. */
export function domainKey(domain: string): string {
  const text = domain.trim().toLowerCase().replace(/\.$/, '')
  return domainToASCII(text) || text
}

/** The part before the @ without what follows a plus sign. */
export function withoutTag(localPart: string): string {
  const plus = localPart.indexOf('+')
  return plus > 0 ? localPart.slice(0, plus) : localPart
}
