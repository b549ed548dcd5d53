import { expect, onTestFinished, test } from 'vitest'
import { withSystem } from '../../base/db/firm-transaction.ts'
import { newId } from '../../base/db/ids.ts'
import { claimed, insert, openTestServices, plantFiling } from '../copies/test-filing.ts'
import { openOutgoingMail } from '../mail/outgoing-mail.ts'
import { openMailCatcher } from '../mail/test-mail-server.ts'
import { openKind } from '../run.ts'
import { deliveryKind } from './kind.ts'
import { plantDelivery } from './planted-delivery.fixture.ts'

test('an email names the copies of each of the filing’s cases, and none of a former case', async () => {
  const services = await openTestServices({ COURTCRIER_MAIL_FROM: 'courtcrier@hale-osei.example' })
  const catcher = await openMailCatcher()
  const outgoing = { host: '127.0.0.1', port: catcher.port, isSecure: false }
  const mail = openOutgoingMail({ ...services.config, outgoing }, services.log)
  onTestFinished(async () => {
    await mail.close()
    await catcher.close()
    await services.close()
  })
  const filing = await plantFiling(services, { documents: [{ content: 'bytes' }] })
  const [other, former] = [await plantFiling(services), await plantFiling(services)]
  await withSystem(services.database, async (trx) => {
    const envelopes = trx.updateTable('envelopes').set({ other_case_ids: [other.caseId] })
    await envelopes.where('id', '=', filing.envelopeId).execute()
    for (const [path, caseId] of [
      ['Acme/118.pdf', filing.caseId],
      ['Doe/118.pdf', other.caseId],
      ['Former/118.pdf', former.caseId],
    ] as const)
      await insert(trx, 'document_copies', {
        ...{ firm_id: 1, id: newId(), envelope_id: filing.envelopeId, inbox_item_id: other.itemId, case_id: caseId },
        ...{ document_id: filing.documents[0]?.id, storage_policy_id: filing.policyId, file_id: '0'.repeat(64) },
        ...{ copy_key: path, path, place: 'server', status: 'succeeded', link: `https://dms.example/${path}` },
      })
  })
  const id = await plantDelivery(services, filing, { method: 'DMS_LINK' })
  await openKind(deliveryKind(services, mail)).run(claimed({ firmId: 1, id }))
  const [sent] = await catcher.parsed()
  const saved = sent?.text?.split('\n').filter((line) => /Saved as|dms\.example/.test(line))
  expect(saved?.map((line) => line.trim())).toEqual([
    'Saved as Acme/118.pdf',
    'https://dms.example/Acme/118.pdf',
    'Saved as Doe/118.pdf',
    'https://dms.example/Doe/118.pdf',
  ])
})
