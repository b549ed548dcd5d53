import type { Field } from '@courtcrier/contract/fields/field.ts'
import type { Resource } from '@courtcrier/contract/resource.ts'

/**
 * Each field is tested with two values that occur nowhere else; a role that is denied the field can't tell which one it
 * has.
 */
export const variants = [0, 1] as const
export type Variant = (typeof variants)[number]
export const canaries = ['Zyxalbrun', 'Wovmetkir'] as const

/** The records a reference can point to, by resource. */
export interface PlantedRecords {
  /** One record of each resource, all around the same filing. */
  ids: Readonly<Record<string, string>>
  /** Another record of each, for references to point to. */
  others: Readonly<Record<string, string>>
}

/** Returns the value to plant in a field; for a reference, either of the two records. */
export function plantedValue(
  resource: Resource,
  key: string,
  { variant, world }: { variant: Variant; world: PlantedRecords },
): unknown {
  const field = resource.fields[key] as Field
  const word = canaries[variant]
  const plain = wordValue(field, word) ?? otherValue(field, variant)
  if (plain !== undefined) return plain
  if (!field.resource) return word
  const id = (variant === 0 ? world.ids : world.others)[field.resource]
  return field.kind === 'referenceList' ? [id] : id
}

function wordValue({ kind, patternCode }: Field, word: string): unknown {
  const small = word.toLowerCase()
  if (kind === 'email') return `${small}@one.example`
  if (kind === 'emailList') return [`${small}@one.example`]
  if (kind === 'domainList') return [`${small}.example`]
  if (kind === 'map') return { [small]: word }
  if (patternCode === 'not_topic') return `arn:aws:sns:us-east-1:123456789012:${small}`
  if (patternCode === 'not_imap_server') return `imaps://${small}.example`
  if (patternCode === 'not_smtp_server') return `smtps://${small}.example`
  if (patternCode === 'not_issuer') return `https://${small}.example/realms/one`
  if (patternCode === 'not_url') return `https://${small}.example`
  return undefined
}

function otherValue({ kind, values, min }: Field, variant: Variant): unknown {
  if (kind === 'number') return (min ?? 0) + 41 + variant
  if (kind === 'select') return values?.[variant]
  if (kind === 'textList') return [values?.[variant] ?? canaries[variant]]
  if (kind === 'timeZone') return ['America/New_York', 'Pacific/Chatham'][variant]
  if (kind === 'boolean') return variant === 1
  if (kind === 'date') return ['1931-03-07', '1947-08-09'][variant]
  if (kind === 'timestamp') return ['2026-03-07T09:00:00.123Z', '2026-04-09T11:00:00.456Z'][variant]
  if (kind === 'timeOfDay') return ['03:07', '04:09'][variant]
  if (kind === 'color') return ['#310709', '#470809'][variant]
  return undefined
}
