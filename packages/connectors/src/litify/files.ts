import * as z from 'zod/mini'
import { checkedBytes } from '../checked-bytes.ts'
import type { FileToStore } from '../connector.ts'
import { type FoundFile, preferOwn, type Target } from '../connector-by-id.ts'
import { problemError, refuseLarger } from '../problems.ts'
import { multipartBody } from '../ways/multipart.ts'
import { readAnswer } from '../ways/read-answer.ts'
import { describedAs, findByKey, keyIn } from './copy-keys.ts'
import { query, type Salesforce } from './salesforce.ts'
import { columns, like, type Soql, soql } from './soql.ts'

export interface SalesforceFile extends FoundFile {
  versionId: string
}

const documentForm = z.object({
  Title: z.string(),
  FileExtension: z.nullish(z.string()),
  ContentSize: z.nullish(z.number()),
  Description: z.nullish(z.string()),
  LatestPublishedVersionId: z.string(),
})
const linkForm = z.object({ ContentDocumentId: z.string(), ContentDocument: documentForm })
type Link = z.output<typeof linkForm>

const documentFields = Object.keys(documentForm.shape).map((field) => `ContentDocument.${field}`)

/** The largest file, in bytes, that one request takes (Salesforce, "Insert or Update Blob Data"). */
const largest = 2_000_000_000
const longestTitle = 255
const separator = ' / '

/** Finds a file of a matter by the copy's own key, or else by its title and extension. */
export async function findFile(
  salesforce: Salesforce,
  target: Target,
  idempotencyKey: string | undefined,
): Promise<SalesforceFile | undefined> {
  const { matterId, title, extension } = placeOf(target)
  const own = await findByKey(salesforce, { matterId, idempotencyKey })
  if (own) {
    const { Id: versionId, ContentDocumentId: id, ContentSize: size } = own
    return { id, versionId, size: size ?? undefined, link: linkTo(salesforce, id), idempotencyKey }
  }
  const links = await findLinks(salesforce, {
    matterId,
    condition: soql`= ${title}`,
    what: `looking for "${target.name}"`,
  })
  const named = links.filter(({ ContentDocument }) => (ContentDocument.FileExtension ?? '').toLowerCase() === extension)
  return preferOwn(
    named.map((each) => fileOf(salesforce, each)),
    idempotencyKey,
  )
}

/** A folder is what titles begin with. */
export async function findFolder(salesforce: Salesforce, target: Target): Promise<string | undefined> {
  const { matterId, folders } = placeOf(target)
  const beginning = [...folders, target.name, ''].join(separator)
  const links = await findLinks(salesforce, {
    matterId,
    condition: soql`LIKE ${like(beginning, '')} LIMIT 1`,
    what: `looking for "${target.name}"`,
  })
  return links.length > 0 ? `${target.folderId}/${target.name}` : undefined
}

/** Adds a file to a matter. Salesforce lets several have one title, so nothing is ever replaced. */
export async function upload(
  salesforce: Salesforce,
  file: FileToStore,
  target: Target,
): Promise<SalesforceFile | undefined> {
  const { api, at, keyField } = salesforce
  const { matterId, title } = placeOf(target)
  refuseLarger(file, 'Salesforce', largest)
  refuseLongTitle(title)
  const what = `writing "${target.name}"`
  const entity = {
    Title: title,
    PathOnClient: target.name,
    ...(keyField === undefined
      ? { Description: describedAs('', file, salesforce) }
      : { [keyField]: file.idempotencyKey }),
    FirstPublishLocationId: matterId,
  }
  const answer = await api.call({
    method: 'POST',
    url: at('/sobjects/ContentVersion'),
    what,
    body: multipartBody([['entity_content', entity]], {
      field: 'VersionData',
      fileName: target.name,
      size: file.size,
      bytes: () => checkedBytes(file),
    }),
  })
  const { id } = readAnswer(z.object({ id: z.string(), success: z.literal(true) }), answer, what)
  return findVersion(salesforce, id, what)
}

export function read({ api, at }: Salesforce, found: FoundFile): Promise<AsyncIterable<Uint8Array>> {
  const { versionId } = found as SalesforceFile
  const url = at(`/sobjects/ContentVersion/${encodeURIComponent(versionId)}/VersionData`)
  return api.read({ method: 'GET', url, what: 'reading a file' })
}

export async function remove({ api, at }: Salesforce, { id }: FoundFile): Promise<void> {
  const url = at(`/sobjects/ContentDocument/${encodeURIComponent(id)}`)
  await api.call({ method: 'DELETE', url, what: 'removing a file', meant: [404] })
}

/** Finds files of a matter. All of one title are read, page by page: the copy's own may be the last of many. */
async function findLinks(
  salesforce: Salesforce,
  { matterId, condition, what }: { matterId: string; condition: Soql; what: string },
): Promise<Link[]> {
  const found = columns(['ContentDocumentId', ...documentFields])
  const text = soql`SELECT ${found} FROM ContentDocumentLink WHERE LinkedEntityId = ${matterId} AND ContentDocument.Title ${condition}`
  return query(salesforce, { text, record: linkForm, what })
}

/** A new version says of which document it is only when asked. */
async function findVersion(salesforce: Salesforce, id: string, what: string): Promise<SalesforceFile> {
  const text = soql`SELECT ContentDocumentId, ContentSize FROM ContentVersion WHERE Id = ${id}`
  const record = z.object({ ContentDocumentId: z.string(), ContentSize: z.nullish(z.number()) })
  const [version] = await query(salesforce, { text, record, what })
  if (!version) throw problemError('transient', `Salesforce doesn't show the file yet that it answered ${what} with.`)
  const { ContentDocumentId: documentId, ContentSize: size } = version
  return { id: documentId, versionId: id, size: size ?? undefined, link: linkTo(salesforce, documentId) }
}

function fileOf(salesforce: Salesforce, { ContentDocumentId: id, ContentDocument: document }: Link): SalesforceFile {
  const { Description: description } = document
  return {
    id,
    versionId: document.LatestPublishedVersionId,
    size: document.ContentSize ?? undefined,
    link: linkTo(salesforce, id),
    idempotencyKey: keyIn(description),
  }
}

function linkTo({ base }: Salesforce, documentId: string): string {
  return `${base}/lightning/r/ContentDocument/${encodeURIComponent(documentId)}/view`
}

/** A file's title has no extension: Salesforce keeps that apart. */
function placeOf({ folderId, name }: Target) {
  const [matterId = '', ...folders] = folderId.split('/')
  const dot = name.lastIndexOf('.')
  const stem = dot > 0 ? name.slice(0, dot) : name
  return {
    matterId,
    folders,
    title: [...folders, stem].join(separator),
    extension: dot > 0 ? name.slice(dot + 1).toLowerCase() : '',
  }
}

function refuseLongTitle(title: string): void {
  if (title.length > longestTitle)
    throw problemError(
      'rejected',
      'The folders after the matter and the name make a title of more than 255 characters, which Salesforce refuses. Shorten them in the storage policy.',
    )
}
