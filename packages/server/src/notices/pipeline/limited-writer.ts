import { domainOf } from '../../courts/directory/look-alike.ts'
import type { FirmParser } from '../../courts/formats/firm-format/definition.ts'
import { findBelieved } from '../../mail/believed.ts'
import type { StageDeps, Work } from './stage.ts'

/**
 * Returns the domain of the court or e-filing service that is proven to have written a notice, and which therefore speaks
 * for its own courts only. Undefined if none is, or if the firm's own format that read the notice says that this sender
 * writes it.
 */
export async function findLimitedWriter(
  format: string,
  { firmId, results }: Pick<Work, 'firmId' | 'results'>,
  deps: Pick<StageDeps, 'formats' | 'read'>,
): Promise<string | undefined> {
  const writer = findBelieved(results.authenticate)?.writer
  if (writer === undefined) return undefined
  const formats = await deps.formats(firmId, deps.read)
  return namesWriter(formats, { format, writer }) ? undefined : writer
}

function namesWriter(
  formats: readonly Pick<FirmParser, 'name' | 'definition'>[],
  { format, writer }: { format: string; writer: string },
): boolean {
  const own = formats.find(({ name }) => name === format)?.definition
  return Boolean(
    own?.senderDomains.some((domain) => domain.toLowerCase() === writer) ||
      own?.senderAddresses.some((address) => domainOf(address) === writer),
  )
}
