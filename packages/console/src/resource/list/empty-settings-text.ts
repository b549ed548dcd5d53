import { addTexts } from '../../i18n/i18n.ts'

// Of the lists that `firmAccess` opens.
addTexts({
  emptyList: {
    auto_case_creation:
      'Rules that create a {{one.case}} from a notice that has none, such as for every new filing in N.D. Cal.',
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
    user_security_role:
      'What people may see and change, such as a {{one.user_security_role}} for paralegals who read {{many.case}} but change no settings.',
    system_event:
      'Each change, email and problem appears here, with who did it and when. Logins and page views have a list of their own.',
  },
})
