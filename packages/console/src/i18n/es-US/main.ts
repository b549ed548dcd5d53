import type { MainLanguage, Texts } from '../i18n.ts'
import { sentenceTranslator } from '../sentence-patterns.ts'

/** Every file of texts in this folder but those the login page has already loaded. */
const files = import.meta.glob<Texts>(
  ['./*.json', '!./public.json', '!./sentences.json', '!./labels*.json', '!./server-*.json'],
  { eager: true, import: 'default' },
)
const labels = import.meta.glob<Record<string, string>>('./labels*.json', { eager: true, import: 'default' })
const patterns = import.meta.glob<Record<string, string>>('./server-*.json', { eager: true, import: 'default' })

export const mainLanguage: MainLanguage = {
  texts: Object.values(files),
  labels: Object.assign({}, ...Object.values(labels)),
  composed: sentenceTranslator(Object.assign({}, ...Object.values(patterns))),
}
