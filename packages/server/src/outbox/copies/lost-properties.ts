import { driversWithProperties, kindsWithConnector } from '@courtcrier/contract/credential-kinds.ts'
import { findField } from '@courtcrier/contract/resource.ts'
import { genericCredential } from '@courtcrier/contract/resources/generic-credential.ts'

interface Target {
  kind: string
  driver: string | null
}

/** Returns a sentence if a policy has document properties that the DMS of its credential does not store. */
export function lostProperties(
  { kind, driver }: Target,
  { documentProperties }: { documentProperties: Readonly<Record<string, string>> },
): string | undefined {
  if (Object.keys(documentProperties).length === 0 || driver === null) return undefined
  if (!kindsWithConnector.some((known) => known === kind)) return undefined
  if (driversWithProperties.some((known) => known === driver)) return undefined
  const name = findField(genericCredential, 'driver')?.valueLabels?.[driver] ?? driver
  return `The document properties aren't saved: ${name} doesn't support them.`
}
