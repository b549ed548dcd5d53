import { expect, test } from '@playwright/test'
import { sql } from 'kysely'
import { addressOf, type Row, startFiledCase } from './filed-case.ts'
import { inLongRun } from './in-long-run.ts'

test.describe.configure({ mode: 'serial' })

const filed = startFiledCase()

test.describe('the page of a matter', () => {
  test('has everything under it, page by page, and leads to the client’s', inLongRun, async () => {
    const page = await filed.open(`/matters?id=${filed.matters.own.id}`, { role: 'Docketing' })
    await page.getByRole('link', { name: 'Open the page of this matter' }).click()
    await page.waitForURL(/\/matters\/id\//)
    for (const name of ['Cases', 'Notifications', 'Documents', 'Deliveries', 'Copies in DMS', 'Timekeepers'])
      await page.getByRole('region', { name: new RegExp(`^${name}`) }).waitFor()
    const cases = page.getByRole('region', { name: /^Cases/ })
    await cases.getByRole('link', { name: filed.courtCase.name }).waitFor()
    await page
      .getByRole('region', { name: /^Notifications/ })
      .getByRole('link')
      .first()
      .waitFor()

    const client = await filed.open(`/clients/id/${filed.matters.own.client_id}`)
    await client
      .getByRole('region', { name: /^Matters/ })
      .getByRole('link', { name: String(filed.matters.own.name) })
      .click()
    await client.waitForURL(new RegExp(`/matters/id/${filed.matters.own.id}`))
  })

  test('keeps its pages in the address, separately for each section', inLongRun, async () => {
    const { kysely } = filed.installation.courtcrier.services.database
    await sql`insert into cases (firm_id, id, name, case_number, jurisdiction_id, matter_id)
      select firm_id, gen_random_uuid(), 'Aaa v. ' || lpad(n::text, 2, '0'), '1:26-cv-' || n, jurisdiction_id, matter_id
      from cases, generate_series(1, 25) n where id = ${filed.courtCase.id}::uuid`.execute(kysely)
    const page = await filed.open(`/matters/id/${filed.matters.own.id}`)
    const cases = page.getByRole('region', { name: /^Cases/ })
    await cases.getByRole('link', { name: 'Aaa v. 10' }).waitFor()
    await cases.getByRole('button', { name: 'Next page' }).press('Enter')
    await page.waitForURL(/page\.case=2/)
    await cases.getByRole('link', { name: 'Aaa v. 20' }).waitFor()
    await page.reload()
    await cases.getByText(/^11 to 20 of/).waitFor()
  })

  test('names the wall around it, as its cases and client do, for roles that may know', inLongRun, async () => {
    const [person] = (await filed.read('/api/v1/timekeeper/search?max=1')).timekeepers as Row[]
    const body = { name: 'Smith screen', client_id: filed.matters.own.client_id, timekeeper_ids: [person?.id] }
    const headers = { 'content-type': 'application/json' }
    const made = await filed.call('/api/v1/ethical_wall', { method: 'POST', headers, body: JSON.stringify(body) })
    expect(made.status, await made.text()).toBe(201)
    const pages = {
      [`/matters/id/${filed.matters.own.id}`]: 'Behind an ethical wall around the client: Smith screen',
      [`/cases/id/${filed.courtCase.id}`]: 'Behind an ethical wall around the client: Smith screen',
      [`/clients/id/${filed.matters.own.client_id}`]: 'Behind an ethical wall: Smith screen',
    }
    const page = await filed.open('/dashboard')
    const viewer = await filed.open('/dashboard', { role: 'View Only' })
    const asked: string[] = []
    viewer.on('request', (request) => asked.push(request.url()))
    for (const [path, name] of Object.entries(pages)) {
      await page.goto(filed.installation.url + path)
      await page.getByRole('link', { name }).waitFor()
      await viewer.goto(filed.installation.url + path)
      await viewer.locator('main table a').first().waitFor()
      await expect(viewer.getByText('Smith screen'), path).toHaveCount(0)
    }
    expect(asked.filter((url) => url.includes('ethical_wall'))).toEqual([])
  })

  test('says where it belongs, as the page of a notice does, and links up from there', inLongRun, async () => {
    const page = await filed.open(`/matters/id/${filed.matters.own.id}`)
    const above = page.getByRole('navigation', { name: 'You are here' })
    await above.getByText(String(filed.matters.own.name)).waitFor()
    await above.getByRole('link', { name: 'Matters' }).click()
    await page.waitForURL(/\/matters$/)
    await page.goto(`${filed.installation.url}${await addressOf(filed, 'a trail')}`)
    await above.getByText('Full history of a notice').waitFor()
    await above.getByRole('link', { name: 'Inbox' }).click()
    await page.waitForURL(/\/inbox-items/)
  })

  test('that does not exist says so', inLongRun, async () => {
    const page = await filed.open('/clients')
    await page.goto(`${filed.installation.url}/clients/id/00000000-0000-7000-8000-000000000000`)
    await page.getByText("This client doesn't exist").waitFor()
    await page.getByRole('link', { name: 'All clients' }).click()
    await page.waitForURL(/\/clients$/)
  })
})
