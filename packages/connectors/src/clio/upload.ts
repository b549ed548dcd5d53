import * as z from 'zod/mini'
import { checkedBytes } from '../checked-bytes.ts'
import type { FileToStore } from '../connector.ts'
import type { FoundFile, Target } from '../connector-by-id.ts'
import { problemError } from '../problems.ts'
import { AddressRefusedError, sendPresigned } from '../ways/presigned.ts'
import { readAnswer } from '../ways/read-answer.ts'
import type { UploadKey } from '../ways/uploads.ts'
import type { ClioOptions } from './clio-api.ts'
import { parentFrom, placementIn } from './clio-folders.ts'
import { type Categories, remarkOn } from './document-category.ts'
import {
  answerForm,
  type ClioDocument,
  documentFields,
  findDocuments,
  foundOf,
  headersOf,
  isComplete,
  keyProperty,
  removeIncomplete,
} from './documents.ts'
import { partsFrom, type Sending, sendParts } from './upload-parts.ts'

interface ClioUpload extends ClioOptions {
  categories: Categories
}

/**
 * Uploads in three steps: a document is announced, its bytes are sent to an address that Clio gives, and it is
 * declared complete. Until then no one sees it, and an earlier attempt's is completed by this one.
 */
export async function uploadToClio(
  file: FileToStore,
  target: Target,
  { categories, ...options }: ClioUpload,
): Promise<FoundFile | undefined> {
  const { api } = options
  const planned = await categories.plan(file.properties)
  const categoryId = planned.find((each) => each.categoryId !== undefined)?.categoryId
  const earlier = await findEarlier(file, target, options)
  if (earlier && isComplete(earlier)) return foundOf(earlier, api)
  const document =
    file.size >= partsFrom ? await inParts() : await sendAtOnce(file, target, { earlier, options, categoryId })
  const completed = await complete(document, { what: `completing "${target.name}"`, options })
  await options.uploads.forget(keyOf(file, options))
  return { ...foundOf(completed, api), remark: remarkOn(planned) }

  function inParts(): Promise<ClioDocument> {
    const sending: Sending = {
      options,
      earlier,
      begin: (multiparts) => begin(file, target, { options, categoryId, multiparts }),
      change: (document, data, what) => change(document, { data, what, options }),
    }
    return sendParts(file, sending)
  }
}

interface Announcing {
  options: ClioOptions
  categoryId: string | undefined
  multiparts?: readonly object[]
}

interface AtOnce extends Announcing {
  earlier: ClioDocument | undefined
}

function keyOf({ idempotencyKey }: FileToStore, { place }: ClioOptions): UploadKey {
  return { ...place, idempotencyKey }
}

/** What is kept of a document once Clio's storage has taken all its bytes. */
const sentForm = z.object({ documentId: z.string(), uuid: z.string(), isSent: z.literal(true) })

function isSent({ id, latest_document_version: { uuid } }: ClioDocument, state: unknown): boolean {
  const kept = sentForm.safeParse(state).data
  return kept?.documentId === id && kept.uuid === uuid
}

async function sendAtOnce(
  file: FileToStore,
  target: Target,
  { earlier, options, categoryId }: AtOnce,
): Promise<ClioDocument> {
  const { api, uploads } = options
  const key = keyOf(file, options)
  if (earlier && isSent(earlier, await uploads.find(key))) return earlier
  const send = async (begun: ClioDocument): Promise<ClioDocument> => {
    const { latest_document_version: version } = begun
    await sendPresigned(api, {
      url: version.put_url ?? '',
      headers: headersOf(version),
      bytes: () => checkedBytes(file),
      size: file.size,
      what: `writing "${target.name}"`,
    })
    const sent: z.output<typeof sentForm> = { documentId: begun.id, uuid: version.uuid, isSent: true }
    await uploads.keep(key, sent)
    return begun
  }
  if (!earlier) return send(await begin(file, target, { options, categoryId }))
  try {
    return await send(earlier)
  } catch (error) {
    if (!(error instanceof AddressRefusedError)) throw error
  }
  // Its address has ended, after ten minutes, and Clio gave no other one.
  return (await removeIncomplete(api, earlier.id)) ?? send(await begin(file, target, { options, categoryId }))
}

/** What an earlier attempt left. Anything of it under another name, or twice, is removed if it is incomplete. */
async function findEarlier(
  { idempotencyKey }: FileToStore,
  { folderId, name }: Target,
  { api }: ClioOptions,
): Promise<ClioDocument | undefined> {
  const placement = await placementIn(api, parentFrom(folderId))
  const documents = await findDocuments(api, placement, {
    external_property_name: keyProperty,
    external_property_value: idempotencyKey,
    show_uncompleted: true,
  })
  const named = documents.filter((each) => each.name === name)
  const chosen = named.find(isComplete) ?? named[0]
  for (const document of documents)
    if (document !== chosen && !isComplete(document)) await removeIncomplete(api, document.id)
  return chosen
}

async function begin(
  file: FileToStore,
  { folderId, name }: Target,
  { options: { api }, categoryId, multiparts }: Announcing,
): Promise<ClioDocument> {
  const { type, id } = parentFrom(folderId)
  const what = `announcing "${name}"`
  const answer = await api.call({
    method: 'POST',
    url: api.at('/documents.json', { fields: documentFields }),
    what,
    body: {
      json: {
        data: {
          name,
          parent: { id: Number(id), type },
          external_properties: [{ name: keyProperty, value: file.idempotencyKey }],
          ...(categoryId === undefined ? {} : { document_category: { id: Number(categoryId) } }),
          ...(multiparts ? { multiparts } : {}),
        },
      },
    },
  })
  return readAnswer(answerForm, answer, what).data
}

interface Changing {
  what: string
  options: ClioOptions
}

/** Its version is named, so that a newer one is never changed by mistake. */
async function change(
  { id, latest_document_version: { uuid } }: ClioDocument,
  { data, what, options: { api } }: Changing & { data: object },
): Promise<ClioDocument | undefined> {
  const answer = await api.call({
    method: 'PATCH',
    url: api.at(`/documents/${id}.json`, { fields: documentFields }),
    what,
    meant: [404, 422],
    body: { json: { data: { uuid, ...data } } },
  })
  return answer.status >= 400 ? undefined : readAnswer(answerForm, answer, what).data
}

/** Clio refuses the same way (422) what has too few bytes and what is complete already, so the document says which. */
async function complete(document: ClioDocument, changing: Changing): Promise<ClioDocument> {
  const { options, what } = changing
  const completed = await change(document, { ...changing, data: { fully_uploaded: true } })
  if (completed && isComplete(completed)) return completed
  const there = await removeIncomplete(options.api, document.id)
  if (there) return there
  throw problemError('transient', `Clio doesn't have all bytes at ${what}. They are sent again with the next try.`)
}
