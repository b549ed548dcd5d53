import { dayIn } from '@courtcrier/lib/zoned-time.ts'
import * as z from 'zod/mini'
import type { FileToStore } from '../connector.ts'
import type { PlaceSettings } from '../connector-kind.ts'
import { isPassing, problemError, StoreProblemError } from '../problems.ts'
import type { FilevineFile, FilevineOptions } from './documents.ts'
import { listAll } from './filevine-api.ts'
import { findTimekeeper } from './timekeeper.ts'

interface Billing {
  document: FilevineFile
  wasThere: boolean
  options: FilevineOptions
}

/** What is kept of a document's billing item: asked for, with an answer outstanding, or made. */
const keptForm = z.object({ state: z.enum(['asked', 'made']), date: z.string() })
const itemForm = z.object({ description: z.nullish(z.string()) })

/**
 * Makes the billing item of a document, once: before it is asked for, that is kept, and an attempt that finds it so
 * looks for the item first. Returns a sentence if there is none. What passes is thrown, to be tried again: the hours
 * would be lost.
 */
export async function bill(file: FileToStore, billing: Billing): Promise<string | undefined> {
  const { place, uploads } = billing.options
  if (!place.settings.createBillingItems) return undefined
  const key = { ...place, idempotencyKey: `${file.idempotencyKey} billing` }
  const kept = keptForm.safeParse(await uploads.find(key)).data
  if (kept?.state === 'made') return undefined
  const date = kept?.date ?? today(file)
  try {
    const item = await composeItem(file, billing, date)
    await uploads.keep(key, { state: 'asked', date })
    await ensureItem(item, billing, kept !== undefined || billing.wasThere)
    await uploads.keep(key, { state: 'made', date })
    return undefined
  } catch (error) {
    if (!(error instanceof StoreProblemError) || isPassing(error)) throw error
    return `The document is saved, but its billing item couldn't be made: ${error.problem.sentence}`
  }
}

/** The firm's date: in the evening, UTC's is tomorrow's. */
function today({ timeZone = 'UTC' }: FileToStore): string {
  try {
    return dayIn(timeZone, new Date())
  } catch {
    // A zone that this server doesn't know.
    return dayIn('UTC', new Date())
  }
}

type Item = Awaited<ReturnType<typeof composeItem>>

/** The path makes the description one of a kind within the project: it shows whether the item is there. */
async function composeItem(file: FileToStore, { options: { api, place } }: Billing, date: string) {
  const { settings } = place
  const { billingItemQuantity: Quantity, billingItemRate: Rate, billingItemUser: user } = settings
  // Credentials are saved with both; one from an earlier version may lack them.
  if (Quantity === null || !user) throw problemError('rejected', 'The credential lacks its quantity or its user.')
  return {
    BillingType: 'Time',
    IsBillable: true,
    IsChargeable: true,
    UserID: await findTimekeeper(api, user),
    Date: date,
    Description: describe(file, settings),
    Quantity,
    ...(Rate === null ? {} : { Rate }),
    ...codesOf(settings),
  }
}

const longestDescription = 4000

function describe({ path }: FileToStore, { billingItemDescription: text }: PlaceSettings): string {
  const name = path.slice(path.indexOf('/') + 1)
  const room = longestDescription - name.length - 2
  return `${(text?.trim() || 'Document saved').slice(0, Math.max(0, room))}: ${name}`
}

function codesOf({ billingItemTimeCode: one, billingItemTimeCode2: two }: PlaceSettings): object {
  return { ...(one ? { BillingCodeOneKey: one } : {}), ...(two ? { BillingCodeTwoKey: two } : {}) }
}

async function ensureItem(item: Item, billing: Billing, mayBeThere: boolean): Promise<void> {
  if (mayBeThere && (await isThere(item, billing))) return
  try {
    await makeItem(item, billing)
  } catch (error) {
    // Filevine may have made it although the answer was lost.
    if (!(error instanceof StoreProblemError) || error.problem.problem !== 'transient') throw error
    if (!(await isThere(item, billing))) await makeItem(item, billing)
  }
}

async function makeItem(item: Item, { document, options: { api } }: Billing): Promise<void> {
  const url = api.at(`/projects/${document.projectId}/BillingItem`)
  await api.call({ method: 'POST', url, what: 'making the billing item', body: { json: item } })
}

/** In days: an item of an attempt that was forgotten since is older, and Filevine's day may be another one. */
const searched = { before: 30, after: 1 }

async function isThere({ Description, Date: date }: Item, { document, options: { api } }: Billing): Promise<boolean> {
  const items = await listAll(api, {
    path: `/billingitem/projects/${document.projectId}`,
    query: { startDate: daysFrom(date, -searched.before), endDate: daysFrom(date, searched.after) },
    item: itemForm,
    what: 'looking for the billing item',
  })
  return items.some(({ description }) => description === Description)
}

function daysFrom(date: string, days: number): string {
  return new Date(Date.parse(date) + days * 24 * 60 * 60_000).toISOString().slice(0, 10)
}
