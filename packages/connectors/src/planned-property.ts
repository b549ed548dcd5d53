/** A property of a document as its service gets it, or why it doesn't. */
export interface PlannedProperty {
  /** The policy's name for it; null for what the credential, or Courtcrier, says of every document. */
  property: string | null
  /** The name under which the service gets it; null if it is left out. */
  name: string | null
  value: string
  /** Why it is left out, or what the service objects to. */
  why: string | null
  /** The setting of the credential that it reveals. */
  setting: string | null
}

/** A property that is sent. */
type SentProperty = PlannedProperty & { name: string }

export function sentAs(
  name: string,
  { property = null, value, why = null, setting = null }: Partial<PlannedProperty> & { value: string },
): SentProperty {
  return { property, name, value, why, setting }
}

export function leftOut(property: string, value: string, why: string): PlannedProperty {
  return { property, name: null, value, why, setting: null }
}

export function withoutValue(property: string): PlannedProperty {
  return leftOut(property, '', 'It has no value.')
}

/** The properties that are sent. */
export function sentOf<Planned extends PlannedProperty>(planned: readonly Planned[]): (Planned & { name: string })[] {
  return planned.flatMap((each) => (each.name === null ? [] : [{ ...each, name: each.name }]))
}

/** The names of properties that have a value and no place at the service. */
export function homelessOf(planned: readonly PlannedProperty[]): string[] {
  return planned.flatMap(({ property, name, value }) =>
    name === null && value !== '' && property !== null ? [property] : [],
  )
}
