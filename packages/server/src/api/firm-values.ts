import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { firm } from '@courtcrier/contract/resources/firm.ts'
import { spellOutAddress } from '../firm/address-space.ts'

/** Numbers that came as text (`"25"`), as inputs of forms give them, become numbers; what is none is left to the validator. */
export function coerceNumbers(input: AnyRow): AnyRow {
  return mapKind('number', input, (value) => {
    if (typeof value !== 'string') return value
    return /^\s*-?\d+(\.\d+)?\s*$/.test(value) ? Number(value) : value
  })
}

/** Colours somebody wrote, as they are kept: `#ABC` and `23407A` are spelled out; what is none is left to the validator. */
export function spellOutColours(input: AnyRow): AnyRow {
  return mapKind('colour', input, (value) => (typeof value === 'string' ? spelledOut(value) : value))
}

/** Incoming addresses with their domains as the DNS has them, which is how they are compared; others are left as they are. */
export function spellOutAddresses(input: AnyRow): AnyRow {
  const { incomingEmailAddresses: addresses } = input
  if (!Array.isArray(addresses)) return input
  const spelledOut = addresses.map((address) => (typeof address === 'string' ? spellOutAddress(address) : address))
  return { ...input, incomingEmailAddresses: spelledOut }
}

/** The row with nothing for a kept colour that is none, so that the brand's own stands in (specification, section 5). */
export function sanitiseColours(row: AnyRow): AnyRow {
  return mapKind('colour', row, (value) => (/^#[0-9a-f]{6}$/.test(String(value)) ? value : null))
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
