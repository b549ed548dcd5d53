import { addTexts } from '../../i18n/i18n.ts'

addTexts({
  wallEffect: {
    title: 'What this wall does',
    incomplete: 'Choose a matter or a client, and timekeepers, to see who would no longer see what.',
    reach: 'Behind this wall: {{reach}}.',
    cases_one: '{{count}} case',
    cases_other: '{{count}} cases',
    filings_one: '{{count}} filing',
    filings_other: '{{count}} filings',
    hidden: "Your role can't see cases or filings, so they aren't counted.",
    off: 'Ethical walls are turned off: no one is excluded until someone turns them on.',
    excluded: 'Excluded, {{count}}',
    noOne: 'This wall excludes no one.',
    loses: 'Loses sight of {{reach}}',
    sees: 'Sees none of it',
    assigned: "Assigned to a case behind the wall; won't be notified about it",
    noLogin: "Has no login; won't be notified",
    left: 'Can still see it, {{count}}',
    noneLeft: 'No user could see these cases anymore. Let at least one person in.',
    more_one: 'and {{count}} more',
    more_other: 'and {{count}} more',
  },
})
