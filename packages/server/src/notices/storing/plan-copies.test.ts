import type { StoragePolicy } from '@courtcrier/contract/resources/storage-policy.ts'
import { expect, test } from 'vitest'
import { documentExtension } from '../../outbox/copies/document-extension.ts'
import { messageForm, planCopies } from './plan-copies.ts'

const policy = (id: string, values: Partial<StoragePolicy> = {}) =>
  ({ id, name: `Policy ${id}`, storeDocuments: true, storeEmail: 'none', ...values }) as StoragePolicy
const documents = [
  { id: 'd0', fileId: 'f0' },
  { id: 'd1', fileId: null },
  { id: 'd2', fileId: 'f2' },
]
const caseId = undefined
const rawMessage = { itemId: 'i', fileId: 'raw', isPart: false }

test('every retrieved document is saved, and missing ones are not', () => {
  expect(planCopies({ caseId, policies: [policy('p')], documents, rawMessage })).toEqual([
    { copyKey: 'p:d0', caseId, storagePolicyId: 'p', documentId: 'd0', fileId: 'f0' },
    { copyKey: 'p:d2', caseId, storagePolicyId: 'p', documentId: 'd2', fileId: 'f2' },
  ])
})

test('an additional policy saves its own copies, with their own keys', () => {
  const policies = [policy('p', { storeEmail: 'eml' }), policy('q', { storeDocuments: false, storeEmail: 'eml' })]
  const keys = planCopies({ caseId, policies, documents, rawMessage }).map((copy) => copy.copyKey)
  expect(keys).toEqual(['p:d0', 'p:d2', 'p:eml:i', 'q:eml:i'])
})

test('a notice to be saved as a PDF is planned as one, from the message', () => {
  const copies = planCopies({ caseId, policies: [policy('p', { storeEmail: 'pdf' })], documents: [], rawMessage })
  expect(copies).toEqual([{ copyKey: 'p:pdf:i', caseId, storagePolicyId: 'p', documentId: undefined, fileId: 'raw' }])
  expect(copies.map(({ copyKey }) => messageForm(copyKey))).toEqual(['pdf'])
})

test('each case has its own copies, with their own keys', () => {
  const copies = ['a', 'b'].flatMap((id) =>
    planCopies({
      caseId: id,
      policies: [policy('p', { storeEmail: 'pdf' })],
      documents: documents.slice(0, 1),
      rawMessage,
    }),
  )
  expect(copies.map(({ copyKey }) => copyKey)).toEqual(['p:d0:a', 'p:pdf:i:a', 'p:d0:b', 'p:pdf:i:b'])
  expect(copies.map(({ caseId: id }) => id)).toEqual(['a', 'a', 'b', 'b'])
  expect(messageForm('p:pdf:i:a')).toBe('pdf')
})

test.each(['pdf', 'eml'] as const)(
  'one of several notices in a message is a PDF if notices are saved as %s',
  (storeEmail) => {
    const part = { ...rawMessage, isPart: true }
    const copies = planCopies({ caseId, policies: [policy('p', { storeEmail })], documents: [], rawMessage: part })
    expect(copies.map(({ copyKey }) => messageForm(copyKey))).toEqual(['pdf'])
  },
)

test('a document served by a court is a PDF, whatever the filer named it', () => {
  expect(documentExtension({ originalFileName: 'Motion.DOCX', uploaded: false })).toBe('.pdf')
  expect(documentExtension({ originalFileName: 'Motion.DOCX', uploaded: true })).toBe('.docx')
  expect(documentExtension({ originalFileName: 'run.exe', uploaded: true })).toBe('.pdf')
  expect(documentExtension({ originalFileName: null, uploaded: true })).toBe('.pdf')
})
