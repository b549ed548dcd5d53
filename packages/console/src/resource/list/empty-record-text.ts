import { addTexts } from '../../i18n/i18n.ts'

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
    ignored_case:
      '{{Many.case}} whose notices are saved without notifying anyone, such as those of a former {{one.client}}.',
    notification_rule: 'Rules that notify more people of some filings, such as the docketing desk of every order.',
    email_template: "The wording of the firm's emails, such as the notice of a filing or the daily summary.",
    envelope:
      'Filings appear here once a notice of one is received: what was filed, who was notified, and where it is saved.',
    inbox_item: 'Notices that courts send to the firm appear here, each with what it needs.',
    ecfx_jurisdiction:
      'The {{many.ecfx_jurisdiction}} Courtcrier knows, each with its {{many.case}}, filings and {{many.judge}} at your firm.',
    user: 'The people who log in to Courtcrier, such as a docketing clerk. Add one, and they get an email with a link.',
    sign_in: 'Each login and each failed attempt appears here, for 400 days: who, when, from where and with what.',
  },
})
