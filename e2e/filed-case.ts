import { expect, type Page, test } from '@playwright/test'
import { isLongRun } from '../packages/server/src/testing/long-run.ts'
import { type Installation, signIn, startInstallation, untilAtRest } from './harness.ts'
import { logInAs } from './open-page.ts'
import { startBrowser } from './start-browser.ts'

export type Row = Record<string, unknown>

/** An installation that has received some filings, and one of their cases. Its parts are there from the first test. */
export interface FiledCase {
  installation: Installation
  /** Calls the API as an administrator. */
  call: Awaited<ReturnType<typeof signIn>>
  /** A case with notices, its matter, and another client's matter. */
  courtCase: { id: string; name: string }
  matters: { own: Row; other: Row }
  read: (path: string) => Promise<Row>
  change: (path: string, body: Row) => Promise<void>
  /** Opens a separate browser, signed in. */
  open: (path: string, opening?: Opening) => Promise<Page>
}

interface Opening {
  role?: string
  isDark?: boolean
  width?: number
}

/** Starts the installation before the file's tests, and stops it after them. */
export function startFiledCase(): FiledCase {
  const newPage = startBrowser()
  const filed = { read, change, open } as FiledCase
  test.beforeAll(async () => {
    filed.installation = await startInstallation({
      environment: { COURTCRIER_TRACKING_FEE: '25.00', COURTCRIER_TRACKING_DOCUMENT_COST: '3.00' },
    })
    const { sandbox, smtp, url } = filed.installation
    await sandbox.sendFilings({ smtp, count: isLongRun ? 12 : 5 })
    filed.call = await signIn(url, 'Administrator')
    await untilAtRest(filed.call)
    const [delivery] = (await read('/api/v1/delivery/search?max=1')).deliveries as Row[]
    const envelope = await read(`/api/v1/envelope/${delivery?.envelope_id}`)
    const { id, name, matter_id: matterId } = await read(`/api/v1/case/${envelope.case_id}`)
    filed.courtCase = { id: String(id), name: String(name) }
    const all = (await read('/api/v1/matter/search?max=200')).matters as Row[]
    const own = all.find((matter) => matter.id === matterId) ?? {}
    filed.matters = { own, other: all.find((matter) => matter.client_id !== own.client_id) ?? {} }
  })
  test.afterAll(() => filed.installation?.close())

  async function read(path: string): Promise<Row> {
    return (await (await filed.call(path)).json()) as Row
  }

  async function change(path: string, body: Row): Promise<void> {
    const headers = { 'content-type': 'application/json' }
    const answer = await filed.call(path, { method: 'PUT', headers, body: JSON.stringify(body) })
    expect(answer.status, await answer.clone().text()).toBe(200)
  }

  async function open(path: string, { role = 'Administrator', isDark = false, width = 1440 }: Opening = {}) {
    const { page } = await newPage({ isDark, width })
    await logInAs(page, { url: filed.installation.url, role, path })
    await page.getByRole('heading', { level: 1 }).waitFor()
    return page
  }

  return filed
}

export const rowsOf = (page: Page) => page.locator('tbody tr[aria-rowindex]')

/** Returns the address of a page about the case, by what it shows; an address stays as it is. */
export async function addressOf({ read, courtCase, matters }: FiledCase, name: string): Promise<string> {
  const [delivery] = (await read('/api/v1/delivery/search?max=1')).deliveries as Row[]
  const filters = encodeURIComponent(JSON.stringify([{ field: 'type', in: ['object update'] }]))
  const [event] = (await read(`/api/v1/system_event/search?max=1&filters=${filters}`)).system_events as Row[]
  const addresses: Record<string, string> = {
    'an event': `/event-logs?id=${event?.id}`,
    'a trail': `/notice-trail/delivery/${delivery?.id}`,
    tracking: `/cases?over=tracking.${courtCase.id}`,
    'a matter': `/matters/id/${matters.own.id}`,
    'a client': `/clients/id/${matters.own.client_id}`,
  }
  return addresses[name] ?? name
}
