import { expect, test } from 'vitest'
import { decodeMessage } from './message/mime.ts'
import { findWebLinks } from './web-links.ts'

async function linksIn(body: string, type = 'text/html') {
  const decoded = await decodeMessage(Buffer.from(`Content-Type: ${type}; charset=utf-8\r\n\r\n${body}`))
  if ('problem' in decoded) throw new Error(decoded.problem)
  return findWebLinks(decoded.message)
}

test.each([
  'https://ecf.cand.uscourts.gov/doc1/035023515598?caseid=417880&de_seq_num=19&magic_num=12345678',
  'https://ca9-showdoc.azurewebsites.us/NDA/0a1b2c3d-1111-4222-8333-444455556666',
  'https://illinois.tylertech.cloud/ViewDocuments.aspx?FID=7e1802ef-9954-4ed2-963b-4e50f0cbff11',
  'https://iapps.courts.state.ny.us/nyscef/ViewDocument?docIndex=UcVHksDIB6O306ySzz0001==',
  'https://www.myflcourtaccess.com/document/serve?id=c9f0f895fb98ab9159f51fd0297e236d',
  'https://documents.county.example/download?id=7',
  'https://documents.county.example/order.pdf',
  'https://search.txcourts.gov/SearchMedia.aspx?MediaVersionID=1a2b&MediaID=3c4d',
  'https://www.supremecourt.gov/DocketPDF/25/25-123/456/brief.pdf',
])('%s is the address of a document', async (url) => {
  const found = await linksIn(`<a href="${url.replaceAll('&', '&amp;')}">Order</a>`)
  expect(found).toMatchObject([{ title: 'Order', isDocument: true, link: { url } }])
})

test.each([
  'https://www.supremecourt.gov/',
  'https://dawson.ustaxcourt.gov/login',
  'https://illinois.tylerhost.net/unsubscribe?document=12345678',
  'https://ecf.cand.uscourts.gov/cgi-bin/login.pl?document=12345678',
  'https://ecf.cand.uscourts.gov/cgi-bin/show_document.pl?caseid=417880',
  'https://ecf.cand.uscourts.gov/order.pdf',
  'https://file.supremecourt.gov/Request/Confirm?documentId=12345678',
  'https://user:secret@illinois.tylerhost.net/order.pdf',
  'https://www.supremecourt.gov/documents',
  'https://documents.county.example/unsubscribe?document=12345678',
  'https://documents.county.example/pay/order.pdf',
  'https://documents.county.example/document/12345678/delete',
])('%s is the address of no document', async (url) => {
  expect(await linksIn(`<a href="${url}">Order</a>`)).toMatchObject([{ isDocument: false }])
})

test('an address is listed once, by the words of its link or else by its file', async () => {
  const found = await linksIn(
    [
      '<a href="https://www.supremecourt.gov/a/brief.pdf"><img src="x.png"></a>',
      '<a href="http://www.supremecourt.gov/a/brief.pdf#page=2">Brief of the petitioner</a>',
      '<a href="https://www.supremecourt.gov/a/reply.pdf"></a>',
      '<a href="mailto:clerk@supremecourt.gov">Clerk</a>',
      '<a href="https://ecf.cand.uscourts.gov/cgi-bin/DktRpt.pl?417880">Docket</a>',
    ].join(''),
  )
  expect(found.map(({ title }) => title)).toEqual(['Brief of the petitioner', 'reply'])
})

test('a link that a mail gateway rewrote is read as what it was', async () => {
  const url = 'https://nam02.safelinks.protection.outlook.com/?url=https%3A%2F%2Fwww.supremecourt.gov%2Fa%2Fbrief.pdf'
  expect(await linksIn(`Brief: ${url}&data=05\r\n`, 'text/plain')).toMatchObject([
    { title: 'Brief', link: { url: 'https://www.supremecourt.gov/a/brief.pdf', host: 'www.supremecourt.gov' } },
  ])
})
