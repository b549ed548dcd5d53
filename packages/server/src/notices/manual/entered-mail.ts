import { createHash } from 'node:crypto'
import { counted } from '@courtcrier/lib/counted.ts'
import { findCourt } from '../../courts/directory/directory.ts'
import type { Entry } from './entry.ts'
import type { Upload } from './upload-row.ts'

interface EnteredMail {
  entry: Entry
  uploads: readonly Upload[]
  person: { fullName: string; email: string }
  at: Date
}

/**
 * Records a manual entry as a message, so that its item has evidence like any other: who entered what and when, and
 * the files by their digests.
 */
export function enteredMail({ entry, uploads, person, at }: EnteredMail): Buffer {
  const facts: (readonly [string, string | undefined])[] = [
    ['Court', findCourt(entry.courtId)?.name],
    ['Docket number', entry.docketNumber],
    ['Case', entry.caseName],
    ['Document', entry.documentNumber],
    ['Filed', entry.filedDate],
    ['Filed by', entry.filedBy],
    ['Event', entry.event],
    ['Sealed', entry.isSealed ? 'yes' : undefined],
  ]
  const documents = uploads.map(
    ({ fileName, fileId, size }, index) =>
      `${index + 1}. ${entry.documents[index]?.title ?? ''}\n   ${fileName}, ${counted(size, 'byte')}, SHA-256 ${fileId}`,
  )
  const body = [
    `Entered manually by ${person.fullName}.`,
    facts.flatMap(([label, value]) => (value ? [`${label}: ${value}`] : [])).join('\n'),
    entry.docketText,
    documents.join('\n'),
  ].filter(Boolean)
  const head = [
    `From: ${encodedWords(person.fullName)} <${person.email.replace(/[^\w.@+-]/g, '')}>`,
    `Subject: ${encodedWords(`${entry.docketNumber} ${entry.event}`)}`,
    `Date: ${at.toUTCString()}`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: 8bit',
  ]
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${body.join('\n\n').replace(/\r?\n/g, '\r\n')}\r\n`, 'utf8')
}

/** The same files give the same item, whatever was entered with them, unless they complete different items. */
export function entryFingerprint(fileIds: readonly string[], itemId: string | undefined): string {
  const parts = ['by hand', itemId ?? '', ...fileIds.toSorted()]
  return createHash('sha256').update(parts.join('\n')).digest('hex')
}

/** RFC 2047: words of at most 75 characters, whatever the text contains, which makes header injection impossible. */
function encodedWords(text: string): string {
  const signs = [...text.toWellFormed().replace(/\s+/g, ' ')]
  const words: string[] = []
  for (let at = 0; at < signs.length; at += 11) {
    words.push(`=?utf-8?B?${Buffer.from(signs.slice(at, at + 11).join(''), 'utf8').toString('base64')}?=`)
  }
  return words.join('\r\n ')
}
