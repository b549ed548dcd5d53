import type { FileToStore } from '../connector.ts'
import type { FoundFile } from '../connector-by-id.ts'
import { homelessOf, leftOut, type PlannedProperty, sentAs, sentOf, withoutValue } from '../planned-property.ts'
import { isPassing, StoreProblemError } from '../problems.ts'
import type { ServiceApi } from '../ways/service-api.ts'

/** Returns what Box shows as *Custom Metadata*, which takes any names (Box API, `global.properties`). */
export function planMetadata(properties: FileToStore['properties']): PlannedProperty[] {
  return Object.entries(properties).map(([property, text]) => {
    const [name, value] = [property.trim(), text.trim()]
    if (value === '') return withoutValue(property)
    if (name.startsWith('$')) return leftOut(property, value, 'Names that begin with $ are for Box itself.')
    return sentAs(name, { property, value })
  })
}

/**
 * Saves the properties with a file that has none yet: those that it has are of an earlier attempt, or a person's. Returns
 * a sentence on what isn't saved; the file itself is, so only what passes is thrown, to be tried again.
 */
export async function saveMetadata(
  api: ServiceApi,
  url: string,
  { properties, wasThere }: Pick<FileToStore, 'properties'> & { wasThere: boolean },
): Promise<string | undefined> {
  const planned = planMetadata(properties)
  const fields = Object.fromEntries(sentOf(planned).map(({ name, value }) => [name, value]))
  const missing = homelessOf(planned)
  const remark =
    missing.length > 0 && !wasThere
      ? `Box takes no document properties of these names: ${missing.join(', ')}.`
      : undefined
  if (Object.keys(fields).length === 0) return remark
  try {
    await api.call({ method: 'POST', url, what: "writing a file's properties", meant: [409], body: { json: fields } })
    return remark
  } catch (error) {
    if (!(error instanceof StoreProblemError) || isPassing(error)) throw error
    return `The document properties weren't saved. ${error.problem.sentence}`
  }
}

/** The address of a file's properties, below that of the API. */
export function metadataPath({ id }: FoundFile): string {
  return `/files/${id}/metadata/global/properties`
}
