import { decodeMessage } from '../../courts/message/mime.ts'
import type { SenderCheck } from '../sender-check.ts'
import { examineWith } from '../sender-evidence.ts'
import { checkSender } from '../trust.ts'
import { makeDns, makeMail, timeoutMs } from './court-mail.ts'
import { signAs, unsignedMail, withHeader } from './signed-mail.ts'
import { forwardWhole } from './trust-scenarios.ts'

/** Someone's words in the docket text of the attached notice. In an encoding that no signature covers they are markup. */
export const signedWords = '=3Cdiv=3EALL DEADLINES VACATED=3C/div=3E'

/** A notice, and the words of its docket text behind which the others are. */
interface Forwarded {
  file: string
  behind: string
}

const usual: Forwarded = { file: 'formats/cmecf-nef/fixtures/ared-case-closed.txt', behind: 'MOTION for' }

/**
 * A stranger's message with a court's genuine notice attached whole. The words around it, the subject and the attached
 * PDF are the stranger's, and so is an encoding in front of the notice that its signature doesn't cover.
 */
export async function strangerForward({ file, behind }: Forwarded = usual): Promise<Buffer> {
  const encoding = 'Content-Transfer-Encoding: quoted-printable'
  const written = unsignedMail({ file }).toString('latin1').replace(behind, `${behind} ${signedWords}`)
  const signed = signAs(Buffer.from(written, 'latin1'), { way: 'cmecf2025', domain: 'uscourts.gov' })
  const original = withHeader(withHeader(signed, encoding, 'removed'), encoding, 'added')
  const text = '<h1>ORDER 918 FORGED</h1>'
  const forward = forwardWhole([original], { from: 'bob@evil.example', text, encoding: 'base64' })
  const disposition = 'Content-Disposition: attachment; filename="FORGED.pdf"'
  const body = forward.body?.replace(
    '--b--',
    `--b\r\nContent-Type: application/pdf\r\n${disposition}\r\n\r\n%PDF\r\n--b--`,
  )
  return makeMail({ ...forward, subject: 'ORDER 918 FORGED: all deadlines vacated', body: body ?? '' })
}

/** What the sender check says of it. */
export async function checkStrangerForward(raw: Buffer): Promise<SenderCheck> {
  const decoded = await decodeMessage(raw)
  if ('problem' in decoded) throw new Error(decoded.problem)
  const origin = { ip: '203.0.113.9', helo: 'relay.example', mailFrom: 'bob@evil.example' }
  return checkSender(raw, { message: decoded.message, origin, examine: examineWith(makeDns().resolve), timeoutMs })
}
