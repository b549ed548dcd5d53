import { createHash } from 'node:crypto'
import type { Faults } from './court/faults.ts'
import { makeDocument } from './documents/make-document.ts'
import type { Filing } from './filings/filing.ts'
import type { World } from './world/world.ts'

/** A filing as it was announced, with what a receiver can get of it: the truth to compare with. */
export interface FilingReport extends Omit<Filing, 'documents'> {
  documents: readonly DocumentReport[]
  /** Whether some link leads to the documents: not sealed, not without token, not opened by somebody before. */
  isObtainable: boolean
  links: readonly LinkReport[]
}

export interface DocumentReport {
  index: number
  courtDocumentId: string
  description: string
  pages: number
  bytes: number
  sha256: string
}

export interface LinkReport {
  email: string
  messageId: string
  url: string
  token: string
  /** Leads to the log-in from the start. */
  isSpentBefore: boolean
}

interface ReportInput {
  world: World
  filings: readonly Filing[]
  faults: Faults
}

export function reportFilings({ world, filings, faults }: ReportInput): FilingReport[] {
  return filings.map((filing) => {
    const links = filing.notices.flatMap(({ email, messageId, url, token }) =>
      url === undefined
        ? []
        : [{ email, messageId, url, token, isSpentBefore: faults.isSpentBefore(filing.number, token) }],
    )
    const isObtainable = !filing.isSealed && links.some((link) => link.token !== '' && !link.isSpentBefore)
    return { ...filing, links, isObtainable, documents: describeDocuments(world, filing) }
  })
}

const described = new WeakMap<Filing, DocumentReport[]>()

/** Hashing thousands of documents takes a while, so each filing is described once. */
function describeDocuments(world: World, filing: Filing): DocumentReport[] {
  const known = described.get(filing)
  if (known !== undefined) return known
  const made = filing.documents.map((document) => {
    const pdf = makeDocument(world, filing, document)
    const { index, courtDocumentId, description, pages } = document
    return {
      index,
      courtDocumentId,
      description,
      pages,
      bytes: pdf.length,
      sha256: createHash('sha256').update(pdf).digest('hex'),
    }
  })
  described.set(filing, made)
  return made
}
