import { domainToASCII } from 'node:url'
import { isEmail } from '@courtcrier/contract/fields/email.ts'

/** A domain with its subdomains, or one address. Only one firm can own it. */
export interface AddressSpace {
  /** As written in the DNS. */
  domain: string
  /** Lower case, without what follows a plus sign (RFC 5233); absent for the whole domain. */
  localPart?: string
}

/** The space named by an address, `*@domain` or a domain; undefined if the text is none of these. */
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

/** As people write it. */
export function describeSpace({ domain, localPart }: AddressSpace): string {
  return localPart === undefined ? domain : `${localPart}@${domain}`
}

/** Converts an address's domain to DNS form if it isn't ASCII, as in `müller.example`. */
export function spellOutAddress(address: string): string {
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1)
  return /[^\x21-\x7e]/.test(domain) ? `${address.slice(0, at)}@${domainKey(domain)}` : address
}

/** Lower case, without the final dot, as written in the DNS. */
export function domainKey(domain: string): string {
  const text = domain.trim().toLowerCase().replace(/\.$/, '')
  return domainToASCII(text) || text
}

/** The part before the @ without what follows a plus sign. */
export function withoutTag(localPart: string): string {
  const plus = localPart.indexOf('+')
  return plus > 0 ? localPart.slice(0, plus) : localPart
}
