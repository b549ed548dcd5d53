import { addTexts } from '../../i18n/i18n.ts'

addTexts({
  dailyPreview: {
    title: "Preview tomorrow's daily message",
    lead: 'What someone in this group would get if the next daily message were sent now. Nothing is sent.',
    show: 'Show preview',
    person: 'Person',
    source: {
      waiting: 'Filings waiting for the next daily message.',
      told: 'No filings are waiting. These are the latest filings {{name}} was notified of.',
      firm: "No filings are waiting, and {{name}} hasn't been notified of any yet. These are the firm's latest filings.",
      sample: 'There is no filing yet that both you and {{name}} can see. This is sample data.',
    },
    withheld_one: 'An ethical wall hides one more from {{name}}.',
    withheld_other: 'An ethical wall hides {{count}} more from {{name}}.',
    at: 'Next sent {{at}}.',
    never: '{{name}} gets no daily message. Notification cadence: {{cadence}}.',
    template: 'Template: {{name}}.',
    own: "Template: Courtcrier's standard message.",
  },
})
