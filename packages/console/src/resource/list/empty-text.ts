import { credentialKinds } from '@courtcrier/contract/credential-kinds.ts'
import { findField, type Resource } from '@courtcrier/contract/resource.ts'
import { credential } from '@courtcrier/contract/resources/credential.ts'
import { addTexts, i18next } from '../../i18n/i18n.ts'
import { choiceLabel } from '../../i18n/labels.ts'

/** Returns what a kind of record is for and what to do, shown while there is none. */
export function emptyListText({ name }: Pick<Resource, 'name'>): string {
  const kind = findField(credential, 'kind')
  const ofCredential = kind && credentialKinds.some((each) => each === name)
  return i18next.t([`emptyList.${name}`, ...(ofCredential ? ['emptyList.ofCredential'] : [])], {
    service: kind && serviceOf(choiceLabel(kind, name)),
  })
}

/** Returns the name of a DMS without what tells its kinds of credentials apart: `Box (client credentials)` -> `Box`. */
function serviceOf(label: string): string {
  const [service = label] = label.split(' (')
  return service
}

addTexts({
  emptyList: {
    client:
      'The people and companies the firm works for. {{Many.matter}} belong to a {{one.client}}: Acme Holdings, number 10267.',
    matter:
      'What the firm does for a {{one.client}}. Each {{one.case}} belongs to a {{one.matter}}: 10267-0006, Patent litigation.',
    case: 'The {{many.case}} the firm follows. A notice is matched to its {{one.case}} by court and number, such as 2:24-cv-01192 in S.D.N.Y.',
    judge: 'The {{many.judge}} of your {{many.case}}, such as Hon. Beatrix Holloway of D. Del.',
    jurisdiction:
      'Your own names for courts, such as “SDNY” for S.D.N.Y. {{Many.case}} and {{many.judge}} belong to a {{one.jurisdiction}}.',
    timekeeper: 'The attorneys and staff who are notified of filings in their {{many.case}}.',
    storage_policy:
      'Where documents are saved in the DMS and what their files are called, such as a folder for each {{one.client}} and {{one.matter}}.',
    notice_format: "How to read notices of a court that Courtcrier doesn't know, such as a county clerk's own emails.",
    document: '{{Many.document}} appear here as notices with links to them are received.',
    delivery: 'Each email to someone about a filing appears here, with what became of it.',
    document_copy:
      '{{Many.document}} saved to your DMS appear here, each with its path. {{Many.storage_policy}} say where they are saved.',
    department: 'The parts of the firm that {{many.timekeeper}} work in, such as Litigation or Docketing.',
    location: "The firm's offices, such as New York or Los Angeles.",
    practice_group: 'Groups of {{many.timekeeper}} by practice, such as Intellectual Property.',
    area_of_law: 'Areas by which {{many.matter}} are sorted, such as Antitrust or Employment.',
    timekeeper_group:
      '{{Many.timekeeper}} with the same notification settings, such as partners who want one message a day.',
    jurisdiction_group: '{{Many.jurisdiction}} that are treated alike, such as all bankruptcy courts.',
    jurisdiction_preference:
      'What applies to notices of some {{many.jurisdiction}}, such as creating {{many.case}} in bankruptcy courts automatically.',
    auto_case_creation:
      'Rules that create a {{one.case}} from a notice that has none, such as for every new filing in N.D. Cal.',
    ignored_case:
      '{{Many.case}} whose notices are saved without notifying anyone, such as those of a former {{one.client}}.',
    notification_rule: 'Rules that notify more people of some filings, such as the docketing desk of every order.',
    email_template: "The wording of the firm's emails, such as the notice of a filing or the daily summary.",
    document_processing:
      "How long to wait for the court's stamp, such as ten minutes before people get the unstamped {{one.document}}.",
    mailbox: '{{Many.mailbox}} that notices are read from, such as the one courts send them to.',
    mail_sender: "The accounts that send your firm's emails, such as the docketing desk's in Microsoft 365.",
    identity_provider: 'Services your people log in with, such as Microsoft Entra, Google or Okta.',
    webhook: 'Programs that are called when something happens, such as your calendar when a {{one.document}} is saved.',
    ethical_wall:
      "Who may or may not see a {{one.client}}'s or {{one.matter}}'s {{many.case}}, such as an attorney who joined from opposing counsel.",
    abbreviation: 'Shorter words for file names in the DMS, such as “MSJ” for “Motion for Summary Judgment”.',
    import_run:
      'Each import appears here with what it changed. Start one from the list of the records it contains, such as {{Many.client}}.',
    ofCredential:
      'What Courtcrier needs to save documents to {{service}}. Add a credential, test it, then choose it in a {{one.storage_policy}}.',
    generic_credential:
      'What Courtcrier needs to save documents to a folder, S3, WebDAV, SFTP, Dropbox or a service with a REST API. Add a credential, test it, then choose it in a {{one.storage_policy}}.',
    credential:
      'What Courtcrier needs to save documents to your DMS, such as iManage or NetDocuments. Add a credential, then choose it in a {{one.storage_policy}}.',
    envelope:
      'Filings appear here once a notice of one is received: what was filed, who was notified, and where it is saved.',
    inbox_item: 'Notices that courts send to the firm appear here, each with what it needs.',
    ecfx_jurisdiction:
      'The {{many.ecfx_jurisdiction}} Courtcrier knows, each with its {{many.case}}, filings and {{many.judge}} at your firm.',
    user: 'The people who log in to Courtcrier, such as a docketing clerk. Add one, and they get an email with a link.',
    user_security_role:
      'What people may see and change, such as a {{one.user_security_role}} for paralegals who read {{many.case}} but change no settings.',
    system_event:
      'Each change, email and problem appears here, with who did it and when. Logins and page views have a list of their own.',
    sign_in: 'Each login and each failed attempt appears here, for 400 days: who, when, from where and with what.',
  },
})
