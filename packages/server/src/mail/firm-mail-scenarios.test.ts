import { describe, expect, test } from 'vitest'
import { isAnswer } from '../courts/message/answer.ts'
import { decodeMessage } from '../courts/message/mime.ts'
import { readFixture } from '../courts/read-fixture.ts'
import { parseNotice } from '../courts/registry.ts'
import { makeMail } from './testing/court-mail.ts'
import { fromFirm, nef, quoted, type Scenario, tryScenarios } from './testing/trust-scenarios.ts'

const jane = { from: 'jane@firm.example', signedBy: 'firm.example' }
const court = 'ECF-CAND@cand.uscourts.gov'
const utf8 = ['Content-Type: text/html; charset=utf-8', 'Content-Transfer-Encoding: 8bit']

/** What mail programs write above a forward: sender, time, recipient, subject. */
const labels: readonly (readonly [string, string, string, string, string])[] = [
  ['French', 'De&nbsp;:', 'Envoyé&nbsp;:', 'À&nbsp;:', 'Objet&nbsp;:'],
  ['French, with plain spaces', 'De :', 'Date :', 'À :', 'Objet :'],
  ['Italian of Thunderbird', 'Mittente:', 'Data:', 'A:', 'Oggetto:'],
  ['Dutch', 'Van:', 'Verzonden:', 'Aan:', 'Onderwerp:'],
  ['Swedish', 'Från:', 'Skickat:', 'Till:', 'Ämne:'],
  ['Danish', 'Fra:', 'Sendt:', 'Til:', 'Emne:'],
  ['Finnish', 'Lähettäjä:', 'Lähetetty:', 'Vastaanottaja:', 'Aihe:'],
  ['Polish', 'Od:', 'Wysłano:', 'Do:', 'Temat:'],
  ['Russian', 'От:', 'Отправлено:', 'Кому:', 'Тема:'],
  ['Ukrainian', 'Від:', 'Надіслано:', 'Кому:', 'Тема:'],
  ['Greek', 'Από:', 'Στάλθηκε:', 'Προς:', 'Θέμα:'],
  ['Turkish', 'Kimden:', 'Gönderildi:', 'Kime:', 'Konu:'],
  ['Vietnamese', 'Từ:', 'Đã gửi:', 'Đến:', 'Chủ đề:'],
  ['Chinese', '发件人:', '发送时间:', '收件人:', '主题:'],
  ['Chinese, with wide colons', '发件人：', '发送时间：', '收件人：', '主题：'],
  ['traditional Chinese', '寄件者:', '寄件日期:', '收件者:', '主旨:'],
  ['Japanese', '差出人:', '送信日時:', '宛先:', '件名:'],
  ['Korean', '보낸 사람:', '보낸 날짜:', '받는 사람:', '제목:'],
  ['Hebrew', 'מאת:', 'נשלח:', 'אל:', 'נושא:'],
  ['Arabic', 'من:', 'تم الإرسال:', 'إلى:', 'الموضوع:'],
]

const blockOf = ([, from, sent, to, subject]: (typeof labels)[number], address: string, words: string) =>
  `<p>fyi</p><div><b>${from}</b> ECF &lt;<a href="mailto:${address}">${address}</a>&gt;<br><b>${sent}</b> 2022-08-01<br>
<b>${to}</b> Jane &lt;jane@firm.example&gt;<br><b>${subject}</b> ${words}</div>`

const forwards: readonly Scenario[] = labels.map((each) => ({
  name: `a colleague’s mail program forwards in ${each[0]}`,
  mail: { ...jane, headers: utf8, body: `${blockOf(each, court, 'Activity in Case')}${nef}` },
  origin: fromFirm,
  trust: 'forwarded',
  reason: /from the United States District Court for the Northern District of California/,
}))

/** Lists that a firm's mail goes through, which send it under their own address. */
const lists: readonly Scenario[] = [
  `"'${court}' via Docketing" <docketing@firm.example>`,
  `'cmecf notification' via Docketing <docketing@firm.example>`,
  `"U.S. District Court via Docketing" <docketing@lists.firm.example>`,
].map((from) => ({
  name: `a list of the firm sends it on in its own name: ${from}`,
  mail: { from, signedBy: 'firm.example', body: nef, headers: ['List-ID: <docketing.firm.example>'] },
  origin: fromFirm,
  trust: 'unverified',
  reason: /a mailing list of the firm.*under its own address.*deliver court mail to Courtcrier directly/,
}))

const notLists: readonly Scenario[] = [
  {
    name: 'a list of someone else sends it on',
    mail: { from: `"'${court}' via Docketing" <docketing@evil.example>`, signedBy: 'evil.example', body: nef },
    trust: 'unverified',
    flag: 'look-alike',
    reason: /calls itself/,
  },
  {
    name: 'nothing proves that a list of the firm sent it on',
    mail: { from: `"'${court}' via Docketing" <docketing@firm.example>`, body: nef },
    trust: 'unverified',
    flag: 'look-alike',
    reason: /calls itself/,
  },
  {
    name: 'a colleague calls themselves a court',
    mail: { from: `"${court}" <jane@firm.example>`, signedBy: 'firm.example', body: nef },
    trust: 'unverified',
    flag: 'look-alike',
    reason: /calls itself/,
  },
]

/** What a stranger wrote to a list of the firm, as if they forwarded a court's notice. */
const strangersByList: readonly Scenario[] = [
  ['with its name added', `'Bob' via Docketing <docketing@firm.example>`, []],
  ['by its List-Post', 'Bob <docketing@firm.example>', ['List-Post: <mailto:docketing@firm.example>']],
  ['by its List-ID', 'Bob <docketing@firm.example>', ['List-Id: Docketing <docketing.firm.example>']],
  ['by Mailman', 'Bob <docketing@lists.firm.example>', ['X-BeenThere: docketing@lists.firm.example']],
  ['by Google', 'Bob <docketing@firm.example>', ['Mailing-list: list docketing@firm.example; contact x@firm.example']],
  ['by the original sender', 'Bob <docketing@firm.example>', ['X-Original-Sender: bob@evil.example']],
  ['by the original From', 'Bob <docketing@firm.example>', ['X-Original-From: Bob <bob@evil.example>']],
].map(([name, from, headers]) => ({
  name: `a list of the firm, known ${name}, passes on a stranger’s forward in its own name`,
  mail: { from: String(from), signedBy: 'firm.example', body: quoted, headers: headers as string[] },
  origin: fromFirm,
  trust: 'unverified',
  reason: /a mailing list of the firm/,
}))

const colleaguesByList: Scenario = {
  name: 'a list of the firm passes on a colleague’s forward',
  mail: {
    ...jane,
    body: quoted,
    headers: [
      'X-Original-Sender: jane@firm.example',
      'X-Original-From: Jane <Jane@firm.example>',
      'List-Id: <docketing.firm.example>',
      'List-Post: <mailto:docketing@firm.example>',
      'Mailing-list: list docketing@firm.example; contact x@firm.example',
    ],
  },
  origin: fromFirm,
  trust: 'forwarded',
  reason: /Forwarded by jane/,
}

const warnings = [
  'CAUTION: This email originated from outside of the organization. Do not click links or open attachments unless you recognize the sender.',
  '[EXTERNAL EMAIL] DO NOT CLICK links or attachments unless you recognize the sender. If you suspect phishing, report it immediately.',
  'External sender. Verify your sender before you click. Never enter your password.',
  'If you did not expect this email, please do not reply immediately; ask IT first.',
  'Think before you click! If this message asks you to verify your account, it is a fraud.',
  'This is from an external source. Do not provide or confirm your password, and never update your account information by email.',
  'You should never click on this link to verify a login.',
  'We will never ask you to confirm your password.',
]

const banners: readonly Scenario[] = warnings.flatMap((words) => [
  {
    name: `a gateway warns above a notice that a colleague forwards: ${words}`,
    mail: { ...jane, body: quoted.replace(nef, () => `<table><tr><td>${words}</td></tr></table>${nef}`) },
    origin: fromFirm,
    trust: 'forwarded' as const,
    reason: /Forwarded by jane/,
  },
  {
    name: `a gateway warns above an unproven notice: ${words}`,
    mail: { body: `<table><tr><td>${words}</td></tr></table>${nef}` },
    trust: 'unverified' as const,
    reason: /no signature/,
  },
])

const urging: readonly Scenario[] = [
  'Do not delay, verify your account.',
  'Do not wait and confirm your password.',
  'Do not ignore this. Verify your account.',
  'Never mind the rules: act now.',
].map((words) => ({
  name: `words that only begin like a warning urge: ${words}`,
  mail: { ...jane, body: quoted.replace(nef, () => `${words}${nef}`) },
  origin: fromFirm,
  trust: 'unverified',
  flag: 'fake',
  reason: /urges you to act/,
}))

/** What a colleague read from right to left, so that they forward another number than they saw. */
const turnings: readonly Scenario[] = [
  ['an element', nef.replace('04417', '0<bdo dir="rtl">7144</bdo>')],
  ['a style', nef.replace('04417', '0<i style="unicode-bidi:bidi-override;direction:rtl">7144</i>')],
  ['a character', nef.replace('04417', '0&#x202e;7144&#x202c;')],
].map(([name = '', body = '']) => ({
  name: `turned around by ${name} in a colleague’s forward`,
  mail: { ...jane, body: quoted.replace(nef, () => body) },
  origin: fromFirm,
  trust: 'unverified',
  flag: 'fake',
  reason: /shows words in its notice from right to left/,
}))

const fromRightToLeft: Scenario = {
  name: 'a colleague’s Hebrew mail program forwards',
  mail: { ...jane, body: `<div dir="rtl">${quoted}</div>` },
  origin: fromFirm,
  trust: 'forwarded',
  reason: /Forwarded by jane/,
}

tryScenarios([
  ...forwards,
  ...lists,
  ...notLists,
  ...strangersByList,
  colleaguesByList,
  ...banners,
  ...urging,
  ...turnings,
  fromRightToLeft,
])

describe('a notice that was forwarded is read as the notice itself in', () => {
  test.each(labels)('%s', async (...each) => {
    const fixture = await readFixture(
      new URL('../courts/formats/cmecf-nef/fixtures/ared-case-closed.txt', import.meta.url),
    )
    const { subject, html = '', from } = fixture
    const body = `<p>Case Number: 1:21-cv-00999</p>${blockOf(each, from?.address ?? '', subject)}${html}`
    const raw = await makeMail({ ...jane, subject: 'FW: docket this, please', headers: utf8, body })
    const decoded = await decodeMessage(raw)
    if ('problem' in decoded) throw new Error(decoded.problem)
    const facts = (message: typeof fixture) => {
      const parsed = parseNotice(message)
      if ('unclear' in parsed) return parsed.unclear
      const { event, cases, documents, courtId, docketText } = parsed.notice
      const values = { event: event?.value, cases, documents, courtId: courtId.value, docketText }
      return JSON.parse(JSON.stringify(values, (key, value) => (key === 'span' || key === 'from' ? undefined : value)))
    }
    expect(facts(decoded.message)).toEqual(facts(fixture))
    expect(isAnswer({ ...decoded.message, subject: 'see below' })).toBe(true)
  })
})
