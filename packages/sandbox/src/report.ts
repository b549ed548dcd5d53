import { createHash } from 'node:crypto'
import type { Faults } from './court/faults.ts'
import { makeDocument } from './documents/make-document.ts'
import type { Filing, FilingNotice } from './filings/filing.ts'
import type { World } from './world/world.ts'

/** A filing as announced, with the documents a receiver can get: the ground truth for its results. */
export interface FilingReport extends Omit<Filing, 'documents'> {
  documents: readonly DocumentReport[]
  /** Whether a link leads to the documents: not sealed, not without a token, not opened by someone before. */
  isObtainable: boolean
  links: readonly LinkReport[]
}

export interface DocumentReport {
  index: number
  courtDocumentId: string
  description: string
  pages: number
  /** Whether this document alone is sealed, while others of the filing are public. */
  isSealed: boolean
  bytes: number
  sha256: string
}

export interface LinkReport {
  email: string
  messageId: string
  url: string
  token: string
  /** Whether it leads to the login from the start. */
  isSpentBefore: boolean
}

interface ReportInput {
  world: World
  filings: readonly Filing[]
  faults: Faults
}

export function reportFilings({ world, filings, faults }: ReportInput): FilingReport[] {
  return filings.map((filing) => {
    const links = filing.notices.flatMap((notice) =>
      linksOf(notice).map((link) => ({ ...link, isSpentBefore: faults.isSpentBefore(filing.number, notice.token) })),
    )
    const isObtainable = isOpen(filing) && links.some(({ token, isSpentBefore }) => isUsable(token) && !isSpentBefore)
    return { ...filing, links, isObtainable, documents: describeDocuments(world, filing) }
  })
}

/** Returns the links: the main document's first, then those of additional cases and documents. */
function linksOf({ email, messageId, url, token, associated, documentLinks }: FilingNotice) {
  const own = url === undefined ? [] : [{ url, token }]
  return [...own, ...associated, ...documentLinks.slice(1)].map((link) => ({ email, messageId, ...link }))
}

function isOpen({ isSealed, behaviour, enteredAt }: Filing): boolean {
  const { refusal, way, expiresAfterDays: days } = behaviour
  const isExpired = days !== undefined && Date.now() - Date.parse(enteredAt) > days * 86_400_000
  return !isSealed && refusal === undefined && way !== 'in-page' && !isExpired
}

function isUsable(token: string): boolean {
  return token !== '' && token !== 'MAGIC'
}

const described = new WeakMap<Filing, DocumentReport[]>()

/** Describes the documents of a filing; each filing once, because hashing thousands of documents takes a while. */
function describeDocuments(world: World, filing: Filing): DocumentReport[] {
  const known = described.get(filing)
  if (known !== undefined) return known
  const copies = filing.associated.flatMap((entry) => entry.document ?? [])
  const made = [...filing.documents, ...copies].map((document) => {
    const pdf = makeDocument(world, filing, document)
    const { index, courtDocumentId, description, pages } = document
    return {
      index,
      courtDocumentId,
      description,
      pages,
      isSealed: filing.behaviour.sealed.includes(index),
      bytes: pdf.length,
      sha256: createHash('sha256').update(pdf).digest('hex'),
    }
  })
  described.set(filing, made)
  return made
}
