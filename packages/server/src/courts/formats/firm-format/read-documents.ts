import type { Found, NoticeDocument } from '@courtcrier/contract/notice.ts'
import type { DocumentLink } from './document-links.ts'

export interface DocumentsReading {
  documents: readonly NoticeDocument[]
  obstacle?: string
}

/**
 * Matches titles with links: by position if the title itself is the link, by order if there are equally many of both. A
 * wrong guess would save one document under another's name, so everything else is left to a person.
 */
export function readDocuments(titles: readonly Found<string>[], links: readonly DocumentLink[]): DocumentsReading {
  if (titles.length === 0)
    return { documents: links.map((link, index) => documentOf(index, link.title ?? untitled, link)) }
  const titled = titles.map((title) => links.find((link) => isWithin(link, title)))
  const isByPlace = links.length > 0 && links.every((link) => titled.includes(link))
  if (isByPlace) return { documents: titles.map((title, index) => documentOf(index, title, titled[index])) }
  if (links.length === 0 || links.length === titles.length) {
    return { documents: titles.map((title, index) => documentOf(index, title, links[index])) }
  }
  const counts = `${count(links.length, 'link')} to documents for ${count(titles.length, 'document')}`
  return {
    documents: titles.map((title, index) => documentOf(index, title)),
    obstacle: `This message has ${counts}, so it is not clear which belong together.`,
  }
}

const untitled: Found<string> = { value: 'Document', from: 'derived' }

function documentOf(index: number, description: Found<string>, link?: DocumentLink): NoticeDocument {
  return { index, description, ...(link && { link: link.link }) }
}

function isWithin({ link }: DocumentLink, { span }: Found<string>): boolean {
  return span !== undefined && link.span !== undefined && link.span[0] < span[1] && link.span[1] > span[0]
}

function count(number: number, word: string): string {
  return number === 1 ? `one ${word}` : `${number} ${word}s`
}
