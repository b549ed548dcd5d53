import { expect, test } from 'vitest'
import { isCourtDocument } from './document-address.ts'

test.each([
  'https://ecf.cand.uscourts.gov/doc1/035023515598?caseid=417880&de_seq_num=19&magic_num=12345678',
  'http://ecf.ca2.uscourts.gov/docs1/00208942267?uid=37cacbbc313ab362',
  'https://ca9-showdoc.azurewebsites.us/NDA/e663b724-b14c-f011-877a-001dd806079d',
  'https://illinois.tylertech.cloud/ViewDocuments.aspx?FID=7e1802ef-9954-4ed2-963b-4e50f0cbff11',
  'https://illinois.tylerhost.net/ofsweb/ViewServiceDocuments.aspx?SID=1',
  'https://www.myflcourtaccess.com/document/serve?id=c9f0f895fb98ab9159f51fd0297e236d',
  'https://iapps.courts.state.ny.us/nyscef/ViewDocument?docIndex=UcVHksDIB6O306ySzz0001==',
  'https://search.txcourts.gov/SearchMedia.aspx?MediaVersionID=1a2b',
  'https://www.supremecourt.gov/opinions/25pdf/25-112_0am1.pdf',
])('%s is a document of its court', (address) => expect(isCourtDocument(address)).toBe(true))

test.each([
  'https://ecf.cand.uscourts.gov/cgi-bin/show_multidocs.pl?caseid=417880&arr_de_seq_nums=19',
  'https://ecf.cand.uscourts.gov/cgi-bin/HistDocQry.pl?417880&document=1',
  'https://ecf.cand.uscourts.gov/cgi-bin/document.pl?id=12345678',
  'https://ecf.cand.uscourts.gov/cgi-bin/doc1/035023515598?magic_num=12345678',
  'https://ecf.cand.uscourts.gov/order.pdf',
  'https://ecf.cand.uscourts.gov/NDA/e663b724-b14c-f011-877a-001dd806079d',
  'https://ecf.ca9.uscourts.gov/n/beam/servlet/TransportRoom?servlet=ShowDoc&document=1',
  'https://ca9-showdoc.azurewebsites.us/doc1/035023515598?magic_num=12345678',
  'https://illinois.tylerhost.net/AcceptService.aspx?document=12345678',
  'https://iapps.courts.state.ny.us/nyscef/RejectDocument?docIndex=UcVHksDIB6O306ySzz0001==',
  'https://file.supremecourt.gov/Request/NotificationOptOutGet?documentId=12345678',
  'https://dawson.ustaxcourt.gov/document/12345678.pdf',
])('%s is none', (address) => expect(isCourtDocument(address)).toBe(false))

test('of other hosts nothing is known', () => {
  expect(isCourtDocument('https://documents.example/doc1/035023515598?magic_num=12345678')).toBeUndefined()
  expect(isCourtDocument('no address')).toBeUndefined()
})
