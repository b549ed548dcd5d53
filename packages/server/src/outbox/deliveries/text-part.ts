import { oneLine } from '@courtcrier/lib/mail-text.ts'
import type { SavedCopy } from './filing-mail.ts'
import type { DeliveryView } from './filing-view.ts'
import { type FilledBody, namesDocuments, withDocuments } from './fill-template.ts'
import type { PlacedDocument } from './place-documents.ts'
import { webAddress } from './web-address.ts'

/** The email for people who read plain text, and for search. */
export function textPart(view: DeliveryView): string {
  const blocks = [
    ...(view.body ? ownBlocks(view, view.body) : usualBlocks(view)),
    [view.remark ?? ''],
    ['Open this filing:', view.url],
    [`Why you receive this: ${view.reason}`, `How you're notified: ${view.settingsUrl}`],
    [`Sent for ${view.firmName} by Courtcrier.`],
  ]
  return blocks
    .map((lines) => lines.filter((line) => line !== '').join('\n'))
    .filter((block) => block !== '')
    .join('\n\n')
}

function usualBlocks(view: DeliveryView): string[][] {
  return [
    [view.caseName, [view.docketNumber, view.court].filter(Boolean).join(' · ')],
    [view.event, view.isSealed ? sealedLine : ''],
    view.facts.map(([label, value]) => `${label}: ${value}`),
    view.docketText ? ['DOCKET TEXT', view.docketText.toWellFormed()] : [],
    documentLines(view),
  ]
}

function ownBlocks(view: DeliveryView, body: FilledBody): string[][] {
  const documents = documentLines(view)
  const own = withDocuments(body, 'text', documents.join('\n')).toWellFormed()
  const sender = view.sender ? `Authenticity: ${view.sender}` : ''
  return [[own], [view.isSealed ? sealedLine : '', sender], namesDocuments(body) ? [] : documents]
}

const sealedLine = 'The court marked this filing as sealed.'

function documentLines({ documents, namesCopies }: DeliveryView): string[] {
  if (documents.length === 0) return ['This entry has no document.']
  return ['DOCUMENTS', ...documents.flatMap((placed) => linesOf(placed, namesCopies))]
}

function linesOf({ document, place }: PlacedDocument, namesCopies: boolean): string[] {
  const title = oneLine([document.number, document.title].filter(Boolean).join(' '), 300)
  const copies = namesCopies ? document.copies.flatMap(savedLines) : []
  switch (place.kind) {
    case 'attached':
      return [`  ${title}`, `    Attached: ${place.fileName}`, ...copies]
    case 'link':
      return [`  ${title}`, `    ${place.url}`, ...copies]
    case 'sealed':
      return [
        `  ${title}`,
        `    ${oneLine(place.sentence, 500)}`,
        ...(place.url ? [`    ${place.url}`] : []),
        ...copies,
      ]
    case 'missing':
      return [`  ${title}`, `    Not retrieved: ${oneLine(place.sentence, 500)}`]
  }
}

function savedLines({ path, link }: SavedCopy): string[] {
  const address = webAddress(link)
  return [`    Saved as ${path}`, ...(address ? [`    ${address}`] : [])]
}
