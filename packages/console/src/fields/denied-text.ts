import { addTexts } from '../i18n/i18n.ts'

addTexts({
  deniedRecords: {
    count_one: "{{count}} record your role doesn't include",
    count_other: "{{count}} records your role doesn't include",
  },
})
