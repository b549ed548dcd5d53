import { driversWithProperties, kindsWithProperties } from '@courtcrier/contract/credential-kinds.ts'
import { findField } from '@courtcrier/contract/resource.ts'
import { credential } from '@courtcrier/contract/resources/credential.ts'
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
  if (Object.keys(documentProperties).length === 0 || isKept({ kind, driver })) return undefined
  const isGeneric = kind === genericCredential.name
  if (isGeneric && driver === null) return undefined
  const name = isGeneric
    ? (findField(genericCredential, 'driver')?.valueLabels?.[driver ?? ''] ?? driver)
    : (findField(credential, 'kind')?.valueLabels?.[kind] ?? kind)
  return `The document properties aren't saved: ${name} doesn't support them.`
}

function isKept({ kind, driver }: Target): boolean {
  return kind === genericCredential.name
    ? driversWithProperties.some((known) => known === driver)
    : kindsWithProperties.some((known) => known === kind)
}
