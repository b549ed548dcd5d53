import { addTexts } from '../../i18n/i18n.ts'

addTexts({
  tracking: {
    title: 'Tracking of {{name}}',
    close: 'Close',
    status: {
      not_subscribed: 'Not tracked',
      subscribed: 'Tracked',
      stopped: 'Stopped',
    },
    retrieval: {
      none: 'Nothing retrieved',
      updating: 'Updating',
      update_succeeded: 'Updated',
      update_failed: 'Update failed',
      retrieve_succeeded: 'Retrieved',
      retrieve_in_progress: 'Being retrieved',
      retrieve_failed: 'Retrieval failed',
    },
    facts: {
      tracking: 'Tracking',
      retrieval: 'Court’s records',
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
        title: 'Subscribe to the tracking of this {{one.case}}?',
        text: 'The court’s records of this {{one.case}} are followed from now on. It renews each month until somebody stops it.',
        yes: 'Subscribe, {{amount}}',
      },
      stop: {
        title: 'Stop tracking?',
        text: 'No more updates come in. The subscription is not renewed at the end of the billing cycle; what was paid is not given back.',
        yes: 'Stop tracking',
      },
      resume: {
        title: 'Resume tracking?',
        text: 'Updates come in again from now on. What happened in the court while tracking was stopped is not made up for.',
        yes: 'Resume, {{amount}}',
      },
      unsubscribe: {
        title: 'End tracking?',
        text: 'No more updates come in and nothing is renewed. To have this {{one.case}} tracked again, somebody has to subscribe anew.',
        yes: 'End tracking',
      },
      retrieve: {
        title: 'Retrieve the documents?',
        text: 'The documents of this {{one.case}} that the firm does not have yet are bought from the court.',
        yes: 'Retrieve, {{amount}}',
      },
    },
    fee: 'Monthly fee',
    cost: 'Court costs',
    free: 'This costs nothing.',
    no: 'Not now',
    done: {
      subscribe: '{{name}} is tracked.',
      stop: 'Tracking of {{name}} is stopped.',
      resume: '{{name}} is tracked again.',
      unsubscribe: 'Tracking of {{name}} has ended.',
      retrieve: 'The documents of {{name}} are being retrieved.',
    },
    noProvider: 'No provider is configured, so nothing can be ordered yet.',
    toProviders: 'Provider credentials',
    readOnly: 'Your role may read this and not change it.',
    orders: 'What was ordered',
    order: {
      asked: 'asked',
      done: 'done',
      refused: 'refused',
    },
  },
})
