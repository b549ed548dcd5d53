import { deflateSync } from 'node:zlib'
import { expect, test } from '@playwright/test'
import { expectAccessible } from './expect-accessible.ts'
import { type Installation, signIn, startInstallation, untilAtRest } from './harness.ts'
import { logInAs } from './open-page.ts'
import { startBrowser } from './start-browser.ts'

const newPage = startBrowser()
let installation: Installation
let documentId: string

test.beforeAll(async () => {
  installation = await startInstallation()
  await installation.sandbox.sendFilings({ smtp: installation.smtp, count: 3 })
  const call = await signIn(installation.url, 'Docketing')
  await untilAtRest(call)
  const found = await call('/api/v1/document/search?max=50')
  const { documents } = (await found.json()) as { documents: { id: string; verdict: string }[] }
  documentId = documents.find(({ verdict }) => verdict === 'fetched')?.id ?? ''
})
test.afterAll(() => installation?.close())

test('a page from which a picture is left out says so, and what to do; the others do not', async () => {
  const { page } = await newPage({ isDark: true })
  const body = pdfWithPictures([
    [200, 300],
    [12_000, 12_000],
  ])
  await page.route('**/api/v1/document/*/content', (route) => route.fulfill({ body, contentType: 'application/pdf' }))
  await logInAs(page, { url: installation.url, role: 'Docketing', path: `/load-document/${documentId}` })
  const second = page.locator('.page[data-page-number="2"]')
  const note = 'A picture on this page is too large to be shown. Download the document to see it.'
  await second.getByText(note).waitFor()
  await expect(page.getByText(note)).toHaveCount(1)
  await page.getByRole('button', { name: 'Zoom out' }).click()
  await second.getByText(note).waitFor()
  await expect(page.getByText(note)).toHaveCount(1)
  await expectAccessible(page, 'a page that lacks a picture')
})

/** Returns a document with a page for each picture, all black. */
function pdfWithPictures(sizes: readonly (readonly [width: number, height: number])[]): Buffer {
  const pages = sizes.map((_, index) => 3 + 3 * index)
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Kids[${pages.map((number) => `${number} 0 R`).join(' ')}]/Count ${sizes.length}>>`,
    ...sizes.flatMap(([width, height], index) => {
      const number = 3 + 3 * index
      const kind = '/Type/XObject/Subtype/Image/ColorSpace/DeviceGray/BitsPerComponent 1/Filter/FlateDecode'
      const bits = deflateSync(Buffer.alloc(Math.ceil(width / 8) * height))
      return [
        `<</Type/Page/Parent 2 0 R/MediaBox[0 0 306 396]/Resources<</XObject<</Im ${number + 2} 0 R>>>>/Contents ${number + 1} 0 R>>`,
        streamOf('', Buffer.from('q 306 0 0 396 0 0 cm /Im Do Q')),
        streamOf(`${kind}/Width ${width}/Height ${height}`, bits),
      ]
    }),
  ]
  const parts = objects.map((object, index) =>
    Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n')]),
  )
  return Buffer.concat([Buffer.from('%PDF-1.7\n'), ...parts, Buffer.from('trailer\n<</Root 1 0 R>>\n%%EOF')])
}

function streamOf(head: string, content: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from(`<<${head}/Length ${content.length}>>\nstream\n`),
    content,
    Buffer.from('\nendstream'),
  ])
}
