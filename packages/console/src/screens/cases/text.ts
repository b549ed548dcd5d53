import { addTexts } from '../../i18n/i18n.ts'

addTexts({
  tracking: {
    title: 'Tracking of {{name}}',
    close: 'Close',
    facts: {
      tracking: 'Tracking',
      retrieval: 'Court records',
      cost: 'Cost to date',
      changed: 'Last changed',
    },
    noCost: 'Nothing so far',
    openCell: '{{status}}: tracking of {{name}}',
    perMonth: '{{amount}} a month',
    perDocument: '{{amount}} for each document',
    asAgreed: 'as agreed with the provider',
    act: {
      subscribe: 'Subscribe',
      stop: 'Stop tracking',
      resume: 'Resume tracking',
      unsubscribe: 'End tracking',
      retrieve: 'Retrieve documents',
    },
    ask: {
      subscribe: {
        title: 'Subscribe to tracking of this {{one.case}}?',
        text: 'Court records of this {{one.case}} are followed from now on. The subscription renews each month until someone stops it.',
        yes: 'Subscribe, {{amount}}',
      },
      stop: {
        title: 'Stop tracking?',
        text: "Updates end. The subscription doesn't renew at the end of the billing cycle; fees already paid aren't refunded.",
        yes: 'Stop tracking',
      },
      resume: {
        title: 'Resume tracking?',
        text: "Updates start again now. What happened in court while tracking was stopped isn't added later.",
        yes: 'Resume, {{amount}}',
      },
      unsubscribe: {
        title: 'End tracking?',
        text: 'Updates end and nothing renews. To track this {{one.case}} again, someone has to subscribe again.',
        yes: 'End tracking',
      },
      retrieve: {
        title: 'Retrieve the documents?',
        text: "Documents of this {{one.case}} that the firm doesn't have yet are purchased from the court.",
        yes: 'Retrieve, {{amount}}',
      },
    },
    fee: 'Monthly fee',
    cost: 'Court costs',
    free: 'There is no charge.',
    no: 'Not now',
    done: {
      subscribe: '{{name}} is tracked.',
      stop: 'Tracking of {{name}} stopped.',
      resume: '{{name}} is tracked again.',
      unsubscribe: 'Tracking of {{name}} ended.',
      retrieve: 'The documents of {{name}} are being retrieved.',
    },
    noProvider: 'Courtcrier has no provider of court records for your firm, so nothing can be ordered.',
    readOnly: 'Your role can view this but not change it.',
    orders: 'Orders',
    order: {
      asked: 'requested',
      done: 'done',
      refused: 'declined',
    },
  },
})
