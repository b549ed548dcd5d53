import { addTexts } from '../../../i18n/i18n.ts'

addTexts({
  verbs: {
    upload: 'Upload PDF',
    pacer: 'Open on PACER',
    retrieve: 'Retrieve again',
    use: 'Use {{name}}',
    choose: 'Choose {{one.case}}',
    other: 'Choose…',
    create: 'Create {{one.case}}',
    assign: 'Assign {{one.timekeeper}}',
    court: 'Choose court',
    trust: 'Trust sender',
    details: 'Details',
    manual: 'Handle manually',
    requeue: 'Reprocess',
    approve: 'Approve',
    'not-needed': 'Not needed',
    hint: {
      approve: 'Notifies the recipients under History and saves the documents.',
      retrieve: 'Asks the court again for the missing documents.',
      manual: 'Enter the filing yourself. It is then processed like any notice.',
      'not-needed': 'Closes the notice without resolving it. You can reprocess it later.',
      'not-neededDocuments': 'Closes the notice without the missing documents. You can reprocess it later.',
    },
    assigned: {
      label: '{{One.timekeeper}} to assign to the {{one.case}}',
      button: 'Assign',
    },
    done: {
      approve: 'Approved. The recipients are being notified.',
      retrieve: "Asking the court for the documents again. This can't be undone.",
      create: '{{One.case}} created and chosen. The notice is being processed.',
      assign: '{{One.timekeeper}} assigned. The notice is being processed.',
      'not-needed': 'Notice closed as not needed.',
    },
    address: {
      copy: 'Copy address',
      copied: 'Address copied.',
    },
    why: {
      number: 'Docket number matches',
      name: 'Parties match',
      court: 'Court matches',
    },
  },
})
