import mainTexts from './en-US/main.json' with { type: 'json' }
import { addTexts } from './i18n.ts'

// Loaded with the first page behind the log-in; the log-in page itself does without.
addTexts(mainTexts)
