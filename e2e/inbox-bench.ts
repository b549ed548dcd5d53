import { type BrowserContext, expect, type Page } from '@playwright/test'
import { snakeCase } from '../packages/contract/src/names.ts'
import { getResource } from '../packages/contract/src/resources/registry.ts'
import { type Call, type Installation, signIn, startInstallation, until, untilAtRest } from './harness.ts'
import { logInAs, type OpenedPage, type PageOptions } from './open-page.ts'

/** An installation with received filings, and what its inbox says, for the tests of working through it. */

export interface InboxItem {
  id: string
  status: string
  docket_number: string | null
  next_stage: string | null
  disposition: string
  reason: string | null
  hidden: boolean
  envelope_id: string | null
  subject: string | null
}

export interface InboxBench {
  installation: Installation
  call: Call
  send: (count: number) => Promise<void>
  item: (id: string) => Promise<InboxItem>
  items: () => Promise<InboxItem[]>
  itemsOf: (docket: string) => Promise<InboxItem[]>
  archived: () => Promise<number>
  write: (method: string, path: string, body: object) => Promise<Record<string, unknown>>
  /** Returns the fields of a case that can be written. */
  writable: (row: Record<string, unknown>) => Record<string, unknown>
  logIn: (page: Page, options?: { role?: string; path?: string }) => Promise<void>
}

/** Starts it with this many filings; unsettled ones name cases the firm doesn't have, or has twice. */
export async function startInbox(count: number, options: { isUnsettled?: boolean } = {}): Promise<InboxBench> {
  const installation = await startInstallation()
  const call = await signIn(installation.url, 'Docketing')
  const send = async (many: number) => {
    await installation.sandbox.sendFilings({ smtp: installation.smtp, count: many })
    // Each question costs the server as much as a step of a filing.
    await untilAtRest(call, undefined, 250)
  }
  const items = async () => {
    const pages = [0, 500].map(async (offset) => {
      const answer = await call(`/api/v1/inbox_item/search?max=500&offset=${offset}`)
      return ((await answer.json()) as { inbox_items: InboxItem[] }).inbox_items
    })
    return (await Promise.all(pages)).flat()
  }
  const write: InboxBench['write'] = async (method, path, body) => {
    const headers = { 'content-type': 'application/json' }
    const answer = await call(`/api/v1/${path}`, { method, headers, body: JSON.stringify(body) })
    expect(answer.ok, await answer.clone().text()).toBe(true)
    return (await answer.json()) as Record<string, unknown>
  }
  if (options.isUnsettled) await unsettleCases(call, write)
  if (count > 0) await send(count)
  return {
    installation,
    call,
    send,
    item: async (id) => (await (await call(`/api/v1/inbox_item/${id}`)).json()) as InboxItem,
    items,
    itemsOf: async (docket) => (await items()).filter(({ docket_number: number }) => number === docket),
    archived: async () => (await items()).filter(({ hidden }) => hidden).length,
    write,
    writable,
    logIn: async (page, { role = 'Docketing', path = '/inbox-items' } = {}) => {
      await logInAs(page, { url: installation.url, role, path })
      await page.locator('tbody tr').first().waitFor()
    },
  }
}

/** Returns the writable values of a case. */
const written = Object.entries(getResource('case').fields)
  .filter(([, field]) => !field.readOnly)
  .map(([key]) => snakeCase(key))

function writable(row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(written.map((key) => [key, row[key]]))
}

/** Changes the number of every third case, and lets two of every third share a shortened one. */
async function unsettleCases(call: Call, write: InboxBench['write']): Promise<void> {
  const { cases } = (await (await call('/api/v1/case/search?max=500')).json()) as {
    cases: (Record<string, unknown> & { id: string; case_number: string; name: string })[]
  }
  const federal = cases.filter(({ case_number: number }) => /^\d:\d\d-cv-\d{5}/.test(number))
  for (const [n, { id, case_number: number, ...rest }] of federal.entries()) {
    if (n % 3 === 2) continue
    const short = /\d\d-cv-\d{5}/.exec(number)?.[0] ?? ''
    await write('PUT', `case/${id}`, { case_number: n % 3 === 0 ? `Moved ${n}` : short, unique_key: null })
    if (n % 3 !== 1) continue
    const second = { ...rest, name: `${rest.name} (second)`, case_number: `${short}-ZZ`, unique_key: null }
    await write('POST', 'case', writable(second))
  }
}

/** Returns how many rows the inbox has for items: one per filing. */
export function rowsOf(found: readonly InboxItem[]): number {
  return new Set(found.map(({ id, envelope_id: filing }) => filing ?? id)).size
}

/** Dockets of which two or more notices need a case, with a reason like this. */
export function docketsOf(found: readonly InboxItem[], reason: RegExp): string[] {
  const waiting = found.filter(({ status, next_stage: next }) => status === 'Action Required' && next === 'match')
  const numbers = [...new Set(waiting.map((item) => item.docket_number ?? ''))]
  return numbers.filter((number) => {
    const own = waiting.filter((item) => item.docket_number === number)
    return own.length > 1 && reason.test(own[0]?.reason ?? '')
  })
}

export const rows = (page: Page) => page.locator('tbody tr[data-id]')

/** Waits until the list shows nothing but these: a part of what is typed may find others before, or nothing. */
export async function untilListed(page: Page, found: readonly Pick<InboxItem, 'id'>[]): Promise<void> {
  const ids = new Set(found.map(({ id }) => id))
  await until(async () => {
    const shown = await rows(page).evaluateAll((all) => all.map((row) => row.getAttribute('data-id') ?? ''))
    return shown.length > 0 && shown.every((id) => ids.has(id))
  })
}

const watched = new WeakSet<BrowserContext>()

/** Opens a browser that remembers whether anything but the keyboard was used. */
export async function openKeyboard(
  newPage: (options?: PageOptions) => Promise<OpenedPage>,
  options: PageOptions = {},
): Promise<Page> {
  const { context, page } = await newPage(options)
  if (watched.has(context)) return page
  watched.add(context)
  await context.addInitScript(() => {
    Object.assign(window, { pressed: 0 })
    for (const name of ['mousedown', 'pointerdown', 'touchstart', 'wheel'])
      addEventListener(name, () => Object.assign(window, { pressed: 1 }), true)
  })
  return page
}

export function wasPointed(page: Page): Promise<boolean> {
  return page.evaluate(() => (window as unknown as { pressed: number }).pressed === 1)
}

const noticeOf = (page: Page, text: string) => page.locator('[data-color]').filter({ hasText: text })

/** Points at the message with this text: it stays, while others are gone before a busy machine has checked the rest. */
export async function hold(page: Page, text: string): Promise<void> {
  await noticeOf(page, text).hover()
}

/** Presses Undo in the message with this text. */
export async function undo(page: Page, text: string): Promise<void> {
  await noticeOf(page, text).getByRole('button', { name: 'Undo' }).click()
}

export async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env.COURTCRIER_SHOTS
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` })
}
