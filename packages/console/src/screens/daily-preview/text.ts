import { addTexts } from '../../i18n/i18n.ts'

addTexts({
  dailyPreview: {
    title: "Preview tomorrow's daily message",
    lead: 'The next daily message to one of the group, as it would be made now. Nothing is sent.',
    show: 'Show the preview',
    person: 'Person',
    source: {
      waiting: 'This is what waits for the message so far.',
      told: 'Nothing waits for the message. These are the latest filings that {{name}} was told of.',
      firm: 'Nothing waits for the message, and {{name}} was told of nothing yet. These are the latest filings of the firm.',
      sample: 'There is no filing yet that both you and {{name}} may see. These are made up.',
    },
    withheld_one: 'A wall keeps one more from {{name}}.',
    withheld_other: 'A wall keeps {{count}} more from {{name}}.',
    at: 'It is sent {{at}}.',
    never: '{{name}} gets no daily message: the cadence is {{cadence}}.',
    template: 'Made by the template {{name}}.',
    own: "Made in Courtcrier's own way.",
  },
})
