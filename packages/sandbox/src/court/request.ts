import type { IncomingMessage } from 'node:http'

/** What a court reads from a request for a document. */
export interface DocumentRequest {
  courtDocumentId: string
  caseId: string | undefined
  sequence: string | undefined
  token: string
  /** `use_magic=1`, or the form of the free-look page or of the menu: no more questions. */
  isConfirmed: boolean
  /** Fourth digit 1: the document itself, not the menu. */
  isDirect: boolean
}

const maxFormBytes = 16_384

/** Reads the request, form fields included. Undefined when the path names no document. */
export async function readDocumentRequest(request: IncomingMessage): Promise<DocumentRequest | undefined> {
  const url = new URL(request.url ?? '/', 'http://court')
  const courtDocumentId = /^\/doc1\/(\d{10,13})$/.exec(url.pathname)?.[1]
  if (courtDocumentId === undefined) return undefined
  const isForm = request.method === 'POST'
  const fields = isForm ? new URLSearchParams(await readBody(request)) : url.searchParams
  return {
    courtDocumentId,
    caseId: fields.get('caseid') ?? undefined,
    sequence: fields.get('de_seq_num') ?? undefined,
    token: fields.get('magic_num') ?? '',
    isConfirmed: isForm || fields.get('use_magic') === '1',
    isDirect: courtDocumentId[3] === '1',
  }
}

/** The whole body as text. Throws when it is longer than any form the sandbox knows. */
export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maxFormBytes) throw new Error('The request body is too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
