import type { Random } from '../random.ts'
import type { WorldCase } from '../world/cases.ts'
import type { Court } from '../world/make-court.ts'
import { getCase, type World } from '../world/world.ts'
import type { AssociatedCase } from './filing.ts'
import { documentId, firstAssociatedId } from './make-documents.ts'

interface AssociatedInput {
  random: Random
  worldCase: WorldCase
  court: Court
  n: number
  /** How many other cases of the court the entry is spread to. */
  spread: number
}

/** The further cases of an entry: the bankruptcy of an adversary proceeding always, and those it is spread to. */
export function associatedCases(world: World, input: AssociatedInput): AssociatedCase[] {
  const { random, worldCase, court, n } = input
  const main = worldCase.mainCaseId === undefined ? [] : [getCase(world, worldCase.mainCaseId)]
  const others = world.cases.filter((other) => other.courtId === court.id && other !== worldCase)
  return [...main, ...random.sample(others, input.spread)].map((other, at) => ({
    caseId: other.id,
    docketNumber: other.docketNumber,
    courtCaseId: other.courtCaseId,
    caseName: other.name,
    documentNumber: other.firstDocumentNumber + 1_000 + Math.abs(n),
    sequence: String((other.firstDocumentNumber + 1_000 + Math.abs(n)) * 3 + 17),
    ...(other.id === worldCase.mainCaseId && { document: ownDocument(random, court, { n, at }) }),
  }))
}

/** The main case's own copy of the paper that opened or went into the adversary proceeding. */
function ownDocument(random: Random, court: Court, { n, at }: { n: number; at: number }) {
  const index = firstAssociatedId + at
  return {
    index,
    courtDocumentId: documentId(court, n, index),
    description: 'Main Document',
    originalFileName: 'n/a',
    stamp: random.hex(67) + random.hex(61),
    pages: random.int(1, 4),
  }
}
