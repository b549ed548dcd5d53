import type { IncomingMessage } from 'node:http'

/** The parts of a request for a document. */
export interface DocumentRequest {
  /** The ID from the address; empty if the link has none (ACMS), four digits if it names only the court. */
  courtDocumentId: string
  caseId: string | undefined
  sequence: string | undefined
  token: string
  /** Whether `use_magic=1`, or the form of the free-look page or of the menu, makes further questions unnecessary. */
  isConfirmed: boolean
  /** Whether the fourth digit is 1: the document itself, not the menu. */
  isDirect: boolean
}

const maxFormBytes = 16_384

/** Reads the request, including form fields. Undefined when the path names no document. */
export async function readDocumentRequest(request: IncomingMessage): Promise<DocumentRequest | undefined> {
  const url = new URL(request.url ?? '/', 'http://court')
  const guid = /^\/NDA\/([0-9a-f-]{36})$/.exec(url.pathname)?.[1]
  if (guid !== undefined) return { ...unnamed, token: guid }
  const stateToken = stateLinks[url.pathname]
  if (stateToken !== undefined) return { ...unnamed, token: url.searchParams.get(stateToken) ?? '' }
  const [, system, courtDocumentId] = /^\/(docs?1)\/(\d{4}|\d{10,13})$/.exec(url.pathname) ?? []
  if (courtDocumentId === undefined) return undefined
  const isDirect = courtDocumentId[3] === '1' || courtDocumentId.length === 4
  if (system === 'docs1') return { ...unnamed, courtDocumentId, token: url.searchParams.get('uid') ?? '', isDirect }
  const isForm = request.method === 'POST'
  const fields = isForm ? new URLSearchParams(await readBody(request)) : url.searchParams
  return {
    courtDocumentId,
    caseId: fields.get('caseid') ?? undefined,
    sequence: fields.get('de_seq_num') ?? undefined,
    token: fields.get('magic_num') ?? '',
    isConfirmed: isForm || fields.get('use_magic') === '1',
    isDirect,
  }
}

/** The parameter with the document's token in the links of each state system, by path. */
const stateLinks: Readonly<Record<string, string>> = {
  '/ViewServiceDocuments.aspx': 'SID',
  '/document/serve': 'id',
  '/nyscef/ViewDocument': 'docIndex',
  '/eservice/documents': 'key',
}

/** Links of the courts of appeals name neither case nor entry, and need no confirmation. */
const unnamed = { courtDocumentId: '', caseId: undefined, sequence: undefined, isConfirmed: true, isDirect: true }

/** Returns the whole body as text. Throws when it is longer than any form the sandbox knows. */
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
