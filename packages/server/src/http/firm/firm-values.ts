import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { firm } from '@courtcrier/contract/resources/firm.ts'
import { spellOutAddress } from '../../mail/address-space.ts'

/** Converts numbers sent as text (`"25"`), as form inputs do; anything else is left to the validator. */
export function coerceNumbers(input: AnyRow): AnyRow {
  return mapKind('number', input, (value) => {
    if (typeof value !== 'string') return value
    return /^\s*-?\d+(\.\d+)?\s*$/.test(value) ? Number(value) : value
  })
}

/** Normalizes typed colors: `#ABC` and `23407A` are spelled out; anything else is left to the validator. */
export function spellOutColors(input: AnyRow): AnyRow {
  return mapKind('color', input, (value) => (typeof value === 'string' ? spelledOut(value) : value))
}

/**
 * Converts the domains of incoming addresses to their DNS form, in which they are compared; invalid ones are left
 * unchanged.
 */
export function spellOutAddresses(input: AnyRow): AnyRow {
  const { incomingEmailAddresses: addresses } = input
  if (!Array.isArray(addresses)) return input
  const spelledOut = addresses.map((address) => (typeof address === 'string' ? spellOutAddress(address) : address))
  return { ...input, incomingEmailAddresses: spelledOut }
}

/**
 * Returns the row with null for a stored color that is invalid, so that the brand's own is used (specification, section
 * 5).
 */
export function sanitizeColors(row: AnyRow): AnyRow {
  return mapKind('color', row, (value) => (/^#[0-9a-f]{6}$/.test(String(value)) ? value : null))
}

function mapKind(kind: string, row: AnyRow, change: (value: unknown) => unknown): AnyRow {
  const entries = Object.entries(row).map(([key, value]) => [
    key,
    firm.fields[key]?.kind === kind ? change(value) : value,
  ])
  return Object.fromEntries(entries)
}

function spelledOut(text: string): string {
  const digits = text.trim().toLowerCase().replace(/^#/, '')
  if (/^[0-9a-f]{3}$/.test(digits)) return `#${digits.replace(/./g, '$&$&')}`
  return /^[0-9a-f]{6}$/.test(digits) ? `#${digits}` : text
}
