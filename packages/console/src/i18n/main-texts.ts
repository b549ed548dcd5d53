import mainTexts from './en-US/main.json' with { type: 'json' }
import { addTexts } from './i18n.ts'

// Loaded with the first page behind the login; the login page doesn't need them.
addTexts(mainTexts)
